/** The door for agents: another protocol, over the same keys and limits. */
import { McpRequest, McpResponse } from '../schemas/index.ts';
import type { AgentRoute } from './route.ts';

export const AGENT_ROUTES = {
  callMcp: {
    method: 'POST',
    path: '/mcp',
    summary: 'The API for agents',
    description:
      'The Model Context Protocol (streamable HTTP, without a session): connect a host with this address and a key. Its tools list, quote, execute with a required ceiling, read, cancel and upload by the endpoints of this document, and a call needs the scope of its endpoint. What is wrong within the protocol is answered as the protocol says; hosts of revisions before 2026-07-28 are answered as events.',
    body: {
      kind: 'json',
      schema: McpRequest,
      example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_usage', arguments: {} } },
    },
    successes: {
      200: { description: 'A response of JSON-RPC 2.0.', mediaType: 'application/json', schema: McpResponse },
    },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
} as const satisfies Readonly<Record<string, AgentRoute>>;
