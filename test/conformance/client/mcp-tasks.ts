/** A host that supports tasks, built on the requester of the extension's authors. It sends messages that the SDK's client does not know. */
import { Client, type JSONValue, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient, type TaskEnabledSession } from '@modelcontextprotocol/ext-tasks/client';
import { gatewayUrl } from './connect.ts';
import { REVISIONS } from './mcp-host.ts';

const INFO = { name: 'scripted', version: '1' };
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const VERSION = REVISIONS.current.pin;

export interface TaskHost extends AsyncDisposable {
  readonly session: TaskEnabledSession;
  /** Every reply about a task or a call, as text. */
  readonly replies: readonly Reply[];
}

export interface Reply {
  readonly method: string;
  readonly status: number;
  readonly result?: Readonly<Record<string, JSONValue>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JSONValue };
}

interface Message {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Sends one request of the current revision, with the host's description of itself. */
export async function ask(key: string, { method, params }: Message, capabilities: object = TASKS): Promise<Reply> {
  const name = params['name'] ?? params['taskId'];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': INFO,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } });
  const response = await fetch(`${gatewayUrl()}/mcp`, { method: 'POST', headers, body });
  return { method, status: response.status, ...((await response.json()) as object) };
}

export async function taskHost(key: string): Promise<TaskHost> {
  const client = new Client(INFO, { versionNegotiation: { mode: REVISIONS.current } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gatewayUrl()}/mcp`), { requestInit }));
  const replies: Reply[] = [];
  const session = createTaskSessionFromClient(client, {
    endpointId: 'farebox',
    v2RequestFraming: { protocolVersion: VERSION, clientInfo: INFO, clientCapabilities: {} },
    async rawDispatch(request) {
      const reply = await ask(key, request as unknown as Message);
      replies.push(reply);
      const { result = null, error } = reply;
      return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
    },
  });
  return {
    session,
    replies,
    async [Symbol.asyncDispose]() {
      await session.close();
      await client.close();
    },
  };
}
