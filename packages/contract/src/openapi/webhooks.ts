/**
 * The webhook request that a project's endpoint receives. Every event goes to the same URL, so this is one operation. The operator API creates
 * webhook endpoints.
 */
import { WEBHOOK_LIMITS } from '../limits.ts';
import { WEBHOOK_EVENTS, WEBHOOK_HEADERS, type WebhookHeader, WebhookEvent } from '../schemas/index.ts';
import type { References } from './references.ts';
import { webhookExample } from './webhook-examples.ts';

const SECONDS_OF_HOUR = 3_600;
const { answerSeconds, pausesSeconds } = WEBHOOK_LIMITS;
const hours = Math.round(pausesSeconds.reduce((sum, each) => sum + each, 0) / SECONDS_OF_HOUR);

const HEADERS: Readonly<Record<WebhookHeader, object>> = {
  'webhook-id': {
    description: 'Identifies the event; the same for every delivery of it. Ignore an id that you have processed.',
    schema: { type: 'string', pattern: '^msg_[0-9a-z]{52}$', maxLength: 56 },
  },
  'webhook-timestamp': {
    description:
      'When this attempt was made, in seconds since 1970. Reject a request that is more than five minutes off.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  'webhook-signature': {
    description:
      '`v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The HMAC key is the secret after `whsec_`, decoded from base64. While a secret is being replaced, the header has two signatures, separated by a space: accept the request if one of them matches.',
    schema: { type: 'string', maxLength: 200 },
  },
};

export const webhooksOf = ({ refer }: References): Readonly<Record<string, unknown>> => ({
  executionEnded: {
    post: {
      operationId: 'executionEnded',
      summary: 'An execution has ended',
      description: `Sent to the webhook endpoints of the project, as defined by Standard Webhooks: ${WEBHOOK_EVENTS.map((type) => `\`${type}\``).join(', ')}; each endpoint chooses its events. Delivery is at least once and in any order. Polling the execution returns the same information.`,
      tags: ['Webhooks'],
      security: [],
      parameters: WEBHOOK_HEADERS.map((name) => ({ name, in: 'header', required: true, ...HEADERS[name] })),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: refer(WebhookEvent), example: webhookExample('execution.succeeded') },
        },
      },
      responses: RESPONSES,
    },
  },
});

/** The responses of the receiver. The service ignores their bodies. */
const RESPONSES = {
  '2XX': {
    description: `Delivered. Respond within ${answerSeconds} seconds; start longer work only after the response.`,
  },
  '410': { description: 'The endpoint is gone: it is disabled and receives no more events.' },
  default: {
    description: `Failed, like a missing response. The event is sent again with the same \`webhook-id\`, ${pausesSeconds.length} times in ${hours} hours; redirects are not followed. An endpoint that accepts nothing for ${hours} hours is disabled.`,
  },
};
