/**
 * The message that an endpoint of webhooks receives, described as the request that it is to the receiver: one address is told of every event, so it is one
 * operation. Endpoints are made by the operator API.
 */
import { WEBHOOK_LIMITS } from '../limits.ts';
import { WEBHOOK_EVENTS, WEBHOOK_HEADERS, type WebhookHeader, WebhookEvent } from '../schemas/index.ts';
import { recordedFor } from './examples.ts';
import type { References } from './references.ts';

const SECONDS_OF_HOUR = 3_600;
const { answerSeconds, pausesSeconds } = WEBHOOK_LIMITS;
const hours = Math.round(pausesSeconds.reduce((sum, each) => sum + each, 0) / SECONDS_OF_HOUR);

const HEADERS: Readonly<Record<WebhookHeader, object>> = {
  'webhook-id': {
    description: 'The same however often it is sent: do nothing when it comes again.',
    schema: { type: 'string', pattern: '^msg_[0-9a-z]{52}$', maxLength: 56 },
  },
  'webhook-timestamp': {
    description: 'Seconds since 1970 when this attempt was made. Believe nothing that is more than five minutes away.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  'webhook-signature': {
    description:
      '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64, under the bytes that the secret has in base64 behind `whsec_`. Two, separated by a space, while a secret is being replaced: believe a message that one of yours has signed.',
    schema: { type: 'string', maxLength: 200 },
  },
};

export const webhooksOf = ({ refer }: References): Readonly<Record<string, unknown>> => ({
  executionEnded: {
    post: {
      operationId: 'executionEnded',
      summary: 'An execution has ended',
      description: `Sent to the endpoints that a project names, by the Standard Webhooks specification: ${WEBHOOK_EVENTS.map((type) => `\`${type}\``).join(', ')}, as each endpoint filters. At least once, and in any order; a poll of the execution says the same.`,
      tags: ['Webhooks'],
      security: [],
      parameters: WEBHOOK_HEADERS.map((name) => ({ name, in: 'header', required: true, ...HEADERS[name] })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refer(WebhookEvent), ...exampleOf() } },
      },
      responses: RESPONSES,
    },
  },
});

/** What the receiver says; its body is not read. */
const RESPONSES = {
  '2XX': { description: `It was taken. Within ${answerSeconds} seconds: answer before you begin what takes long.` },
  '410': { description: 'Nobody is there any more: the endpoint is disabled, and told nothing more.' },
  default: {
    description: `It is sent again under the same \`webhook-id\`, ${pausesSeconds.length} times in ${hours} hours, as where no answer comes; redirects are not followed. An endpoint that takes nothing for so long is disabled.`,
  },
};

/** Around an execution that was really answered. */
function exampleOf() {
  const { example } = recordedFor('getExecution', '200') as {
    readonly example: { readonly data: { readonly status: string; readonly finishedAt: string } };
  };
  const { data } = example;
  return { example: { type: `execution.${data.status}`, timestamp: data.finishedAt, data } };
}
