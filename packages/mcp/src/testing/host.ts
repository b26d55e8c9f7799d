/** For tests: a host that sends one call to the server over HTTP, and reads its result as a model does. */
import { mcpOverHttp } from '../http.ts';
import type { McpOptions } from '../server.ts';

export interface Reply {
  readonly isError: boolean;
  /** The data of the text, or the error in it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The whole result as it was sent. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Its size in bytes of UTF-8. */
  readonly bytes: number;
}

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'scripted', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const mcp = mcpOverHttp('localhost');

export async function requested(method: string, params: object, options: McpOptions): Promise<Reply['result']> {
  const { name = '' } = params as { readonly name?: string };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    ...(name === '' ? {} : { 'Mcp-Name': name }),
  };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers });
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } };
  const reply = (await (await mcp.respond(request, body, options)).json()) as { readonly result?: Reply['result'] };
  return reply.result ?? {};
}

export async function called(name: string, args: object, options: McpOptions): Promise<Reply> {
  const result = await requested('tools/call', { name, arguments: args }, options);
  const { content, isError } = result as { content: readonly { readonly text?: string }[]; isError?: boolean };
  return { isError: isError === true, data: dataIn(content), result, bytes: Buffer.byteLength(JSON.stringify(result)) };
}

/** The data in the first text of a result, or the error. */
export function dataIn(content: unknown): Reply['data'] {
  const [first] = content as readonly { readonly text?: string }[];
  const data = JSON.parse(first?.text ?? '{}') as Record<string, unknown>;
  return (data['error'] as Reply['data'] | undefined)?.['advice'] === undefined
    ? data
    : (data['error'] as Reply['data']);
}
