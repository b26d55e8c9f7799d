/** An MCP server by the official library, which speaks the current revision and the earlier ones, with one tool: `shout`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createMcpHandler, McpServer, type Tool } from '@modelcontextprotocol/server';

export interface OfficialMcp extends AsyncDisposable {
  readonly host: string;
  /** Arguments of each call. */
  readonly calls: unknown[];
}

const SHOUT: Tool = {
  name: 'shout',
  description: 'Writes a text in capital letters.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  outputSchema: { type: 'object', properties: { loud: { type: 'string' } }, required: ['loud'] },
  annotations: { idempotentHint: true },
};

export async function startOfficialMcp(): Promise<OfficialMcp> {
  const calls: unknown[] = [];
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'acme', version: '1' }, { capabilities: { tools: {} } });
    mcp.server.setRequestHandler('tools/list', () => ({ tools: [SHOUT] }));
    mcp.server.setRequestHandler('tools/call', ({ params }) => {
      calls.push(params.arguments);
      const loud = String(params.arguments?.['text']).toUpperCase();
      const structuredContent = { loud };
      const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
      return { content, structuredContent, _meta: { cost: { usd: '0.0007' } } };
    });
    return mcp;
  });
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const init = { method: request.method ?? '', headers, ...(body.length === 0 ? {} : { body }) };
      const said = await handler.fetch(new Request(`http://127.0.0.1${request.url}`, init));
      response.writeHead(said.status, Object.fromEntries(said.headers));
      response.end(Buffer.from(await said.arrayBuffer()));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
