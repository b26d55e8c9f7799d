/** Messages of the Model Context Protocol, as far as a document of another protocol describes them. */
import { Type } from 'typebox';
import { named } from './primitives.ts';

const WORD_MAX = 128;
const MEMBERS_MAX = 64;

const version = Type.String({ pattern: '^2\\.0$', maxLength: 3, description: 'Of JSON-RPC.' });
const id = Type.Unsafe<string | number>({
  anyOf: [
    { type: 'string', maxLength: WORD_MAX },
    { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  ],
  description: 'Comes back in the response.',
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
    params: Type.Optional(open('As the method has them.')),
  },
  named('McpRequest', 'A request of JSON-RPC 2.0, as the Model Context Protocol has it.'),
);

export const McpResponse = Type.Object(
  {
    jsonrpc: version,
    id: Type.Optional(id),
    result: Type.Optional(open('What the method answers. A tool that failed says so here, with what to do.')),
    error: Type.Optional(open('Of the protocol: the request was none.')),
  },
  named('McpResponse', 'A response of JSON-RPC 2.0.'),
);
