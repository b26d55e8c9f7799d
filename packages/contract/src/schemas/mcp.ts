/** Messages of the Model Context Protocol, described only as far as OpenAPI needs them. */
import { Type } from 'typebox';
import { named } from './primitives.ts';

const WORD_MAX = 128;
const MEMBERS_MAX = 64;

const version = Type.String({ pattern: '^2\\.0$', maxLength: 3, description: 'The version of JSON-RPC.' });
const id = Type.Unsafe<string | number>({
  anyOf: [
    { type: 'string', maxLength: WORD_MAX },
    { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  ],
  description: 'Returned unchanged in the response.',
});
const open = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    maxProperties: MEMBERS_MAX,
    description,
  });

export const McpRequest = Type.Object(
  {
    jsonrpc: version,
    id: Type.Optional(id),
    method: Type.String({ maxLength: WORD_MAX, description: '`tools/list`, `tools/call`, …' }),
    params: Type.Optional(open('The parameters of the method.')),
  },
  named('McpRequest', 'A JSON-RPC 2.0 request of the Model Context Protocol.'),
);

export const McpResponse = Type.Object(
  {
    jsonrpc: version,
    id: Type.Optional(id),
    result: Type.Optional(open('The result of the method. If a tool failed, the result says so and how to proceed.')),
    error: Type.Optional(open('A protocol error: the request was not valid.')),
  },
  named('McpResponse', 'A JSON-RPC 2.0 response.'),
);
