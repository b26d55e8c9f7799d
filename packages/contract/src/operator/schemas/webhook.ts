/** Who is told of the ends of a project's executions. */
import { Type } from 'typebox';
import { ExecutionId, Timestamp, idOf, int32, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { WEBHOOK_LIMITS } from '../../limits.ts';
import { WEBHOOK_EVENTS } from '../../schemas/webhook-event.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const ENDPOINTS_MAX = 10;
const OVERLAP_HOURS_MAX = 168;

export const WebhookId = idOf('WebhookId', 'whk', 'an endpoint of webhooks');
const Event = oneOf('WebhookEventType', WEBHOOK_EVENTS, 'What happened to an execution.');
const Events = Type.Array(Event, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true });
const Url = Type.String({ maxLength: 2_000, description: 'An https URL of a host on the internet.' });

export const Webhook = Type.Object(
  {
    id: WebhookId,
    url: Url,
    events: Events,
    enabled: Type.Boolean({ description: 'As its ADMINs want it.' }),
    createdAt: Timestamp,
    deliveredAt: nullable(Timestamp),
    disabledAt: nullable(Timestamp),
    disabledReason: nullable(
      oneOf(
        'WebhookDisabledReason',
        ['gone', 'failing'],
        'gone: it answered 410; failing: nothing was taken in 28 hours.',
      ),
    ),
    previousSecretUntil: nullable(Timestamp),
  },
  named(
    'Webhook',
    'An endpoint, without its secret. deliveredAt: when it last took something. previousSecretUntil: until then the secret before the present one signs too.',
  ),
);
export const WebhookList = Type.Object(
  { webhooks: list(Webhook, ENDPOINTS_MAX) },
  named('WebhookList', 'Endpoints, newest first.'),
);
export const CreateWebhookRequest = Type.Object(
  { url: Url, events: Type.Optional({ ...Events, description: 'Left out: all.' }), reason: Reason },
  named('CreateWebhookRequest', 'An endpoint to be made.'),
);
export const CreatedWebhook = Type.Object(
  {
    secret: nullable(
      Type.String({ maxLength: 100, description: 'What signs, once: null when the same request is repeated.' }),
    ),
    webhook: Webhook,
  },
  named('CreatedWebhook', 'An endpoint and its new secret.'),
);

export const ChangeWebhookRequest = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    enabled: Type.Optional(
      Type.Boolean({ description: 'true: also one that was disabled because it took nothing is told again.' }),
    ),
    reason: Reason,
  },
  named('ChangeWebhookRequest', 'What is left out stays as it is.'),
);
export const RotateWebhookRequest = Type.Object(
  {
    overlapHours: int32(0, {
      maximum: OVERLAP_HOURS_MAX,
      description: 'For how long the old secret signs beside the new one.',
    }),
    reason: Reason,
  },
  named('RotateWebhookRequest', 'How a secret is replaced.'),
);

export const ReplayWebhookRequest = Type.Object(
  {
    executionId: Type.Optional({ ...ExecutionId, description: 'This one, whether it was taken or not.' }),
    failedSince: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
        maxLength: 24,
        description: 'RFC 3339, UTC. All that failed, of those that were found then or later.',
      }),
    ),
    reason: Reason,
  },
  named('ReplayWebhookRequest', 'What is sent again: one of executionId and failedSince.'),
);
export const ReplayedWebhook = Type.Object(
  { webhook: Webhook, replayed: int32(0) },
  named('ReplayedWebhook', 'How many deliveries are sent again.'),
);

const WebhookAttempt = Type.Object(
  {
    attempt: int32(1),
    at: { ...Timestamp, description: 'When its outcome was known.' },
    statusCode: nullable(int32(0)),
    error: nullable(Type.String({ maxLength: 200 })),
    durationMs: int32(0),
  },
  named(
    'WebhookAttempt',
    'One request to the endpoint. `error` is null where it was taken, `statusCode` where no response came.',
  ),
);
const WebhookDelivery = Type.Object(
  {
    executionId: ExecutionId,
    event: Event,
    createdAt: Timestamp,
    attempts: int32(0),
    statusCode: nullable(int32(0)),
    error: nullable(Type.String({ maxLength: 200 })),
    deliveredAt: nullable(Timestamp),
    nextAttemptAt: nullable(Timestamp),
    log: {
      ...list(WebhookAttempt, WEBHOOK_LIMITS.attemptsLogged),
      description: `What each attempt came to, oldest first; of more than ${WEBHOOK_LIMITS.attemptsLogged} the last.`,
    },
  },
  named(
    'WebhookDelivery',
    'One event for one endpoint: how often it was tried, what the last attempt came to, and each.',
  ),
);
export const WebhookDeliveryPage = Type.Object(
  { deliveries: list(WebhookDelivery, PAGE_MAX), nextBefore: nullable(ExecutionId) },
  named('WebhookDeliveryPage', 'Deliveries, those of the newest executions first.'),
);
export const WebhookDeliveryQuery = pageQuery(ExecutionId);
