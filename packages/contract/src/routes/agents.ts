/** The MCP endpoint for agents: another protocol with the same keys and limits. */
import { McpRequest, McpResponse } from '../schemas/index.ts';
import type { AgentRoute } from './route.ts';

export const AGENT_ROUTES = {
  callMcp: {
    method: 'POST',
    path: '/mcp',
    summary: 'Call the API over MCP',
    description:
      'The Model Context Protocol over streamable HTTP, without sessions. Connect an MCP host with this URL and an API key. The tools list the catalog, quote, execute with a required spending ceiling, read, look at images, cancel and upload through the endpoints of this document. A result is one text with JSON, of at most 2,000 tokens unless the call asks for more. A tool call needs the scope of the endpoint that it uses. Protocol errors are returned as MCP defines them. Hosts with a protocol revision before 2026-07-28 receive the response as an event stream.',
    body: {
      kind: 'json',
      schema: McpRequest,
      example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_usage', arguments: {} } },
    },
    successes: {
      200: { description: 'A JSON-RPC 2.0 response.', mediaType: 'application/json', schema: McpResponse },
    },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
} as const satisfies Readonly<Record<string, AgentRoute>>;
