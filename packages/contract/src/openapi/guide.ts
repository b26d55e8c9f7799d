/** The page for agents, which is no answer of the API: text, without a key, and the same for everybody. */
import { headersOf } from './headers.ts';

export const GUIDE_PATH = '/llms.txt';
const CHARACTERS_MAX = 10_000;

export const GUIDE = {
  [GUIDE_PATH]: {
    get: {
      operationId: 'readGuide',
      summary: 'The API in brief, for agents',
      description: 'As https://llmstxt.org has it: the job as a script, every endpoint, every tool of MCP.\n\nNo key.',
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
