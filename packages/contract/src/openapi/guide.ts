/** The OpenAPI entry of `/llms.txt`: a text page for agents, the same for every client and without a key. */
import { headersOf } from './headers.ts';

export const GUIDE_PATH = '/llms.txt';
export const GUIDE_OPERATION = 'readGuide';
const CHARACTERS_MAX = 10_000;

export const GUIDE = {
  [GUIDE_PATH]: {
    get: {
      operationId: GUIDE_OPERATION,
      summary: 'Read the API guide for agents',
      description:
        'A text page in the format of https://llmstxt.org: a complete purchase as a script, every endpoint and every MCP tool.\n\nNo key.',
      tags: ['Agents'],
      security: [],
      responses: {
        200: {
          description: 'The page.',
          headers: headersOf(['Cache-Control', 'X-Request-Id']),
          content: { 'text/plain': { schema: { type: 'string', maxLength: CHARACTERS_MAX } } },
        },
      },
    },
  },
};
