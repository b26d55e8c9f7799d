/** An MCP server on this machine by the handshake of earlier revisions, which misbehaves as it is told. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface McpAsked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A result or an error of JSON-RPC, a whole response, or a lost one. A text `%…%` is written without its quotes. */
export type McpSaid =
  | 'lost'
  | { readonly result: unknown }
  | { readonly error: { readonly code: number } }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface McpServer extends AsyncDisposable {
  readonly host: string;
  readonly asked: McpAsked[];
  /** Calls of tools that arrived. */
  readonly calls: () => readonly McpAsked[];
}

interface McpScript {
  /** @param n number of the call, from 1. */
  readonly call: (asked: McpAsked, n: number) => McpSaid;
  /** The response to other requests, instead of the right one. */
  readonly other?: (method: string) => McpSaid | undefined;
  /** Whether responses are event streams. */
  readonly isStream?: boolean;
}

const HANDSHAKE = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'acme', version: '1' },
};

export async function startMcpServer({ call, other, isStream = false }: McpScript): Promise<McpServer> {
  const asked: McpAsked[] = [];
  const calls = () => asked.filter(({ method }) => method === 'tools/call');
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method, params = {} } = JSON.parse(body) as { id?: number; method: string; params?: object };
      const one = { method, headers: request.headers, params: params as McpAsked['params'] };
      asked.push(one);
      const said = method === 'tools/call' ? call(one, calls().length) : (other?.(method) ?? rightOf(method));
      if (said === 'lost') return request.socket.destroy();
      if ('status' in said) return response.writeHead(said.status, said.headers).end(said.body);
      if (id === undefined) return response.writeHead(202).end();
      const named = 'error' in said ? { error: { message: 'no', ...said.error } } : said;
      const message = JSON.stringify({ jsonrpc: '2.0', id, ...named }).replaceAll(/"%([^"]*)%"/g, '$1');
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      return response.end(isStream ? `event: message\ndata: ${message}\n\n` : message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function rightOf(method: string): McpSaid {
  if (method === 'initialize') return { result: HANDSHAKE };
  return method.startsWith('notifications/') ? { result: {} } : { error: { code: -32601 } };
}
