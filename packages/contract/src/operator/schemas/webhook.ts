/** Webhook endpoints of a project, their deliveries and their secrets. */
import { Type } from 'typebox';
import { ExecutionId, Timestamp, idOf, int32, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { WEBHOOK_LIMITS } from '../../limits.ts';
import { WEBHOOK_EVENTS } from '../../schemas/webhook-event.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const ENDPOINTS_MAX = 10;
const OVERLAP_HOURS_MAX = 168;

export const WebhookId = idOf('WebhookId', 'whk', 'a webhook endpoint');
const Event = oneOf('WebhookEventType', WEBHOOK_EVENTS, 'The type of an event.');
const Events = Type.Array(Event, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true });
const Url = Type.String({ maxLength: 2_000, description: 'An https URL whose host is public.' });

export const Webhook = Type.Object(
  {
    id: WebhookId,
    url: Url,
    events: Events,
    enabled: Type.Boolean({ description: 'Whether the ADMINs of the project have enabled it.' }),
    createdAt: Timestamp,
    deliveredAt: nullable(Timestamp),
    disabledAt: nullable(Timestamp),
    disabledReason: nullable(
      oneOf(
        'WebhookDisabledReason',
        ['gone', 'failing'],
        '`gone`: it responded with 410. `failing`: it accepted nothing in 28 hours.',
      ),
    ),
    previousSecretUntil: nullable(Timestamp),
  },
  named(
    'Webhook',
    'A webhook endpoint, without its secret. `deliveredAt` is the time of the last successful delivery. Until `previousSecretUntil`, the previous secret signs too.',
  ),
);
export const WebhookList = Type.Object(
  { webhooks: list(Webhook, ENDPOINTS_MAX) },
  named('WebhookList', 'Webhook endpoints, newest first.'),
);
export const CreateWebhookRequest = Type.Object(
  { url: Url, events: Type.Optional({ ...Events, description: 'Default: all events.' }), reason: Reason },
  named('CreateWebhookRequest', 'The webhook endpoint to create.'),
);
export const CreatedWebhook = Type.Object(
  {
    secret: nullable(
      Type.String({
        maxLength: 100,
        description: 'The signing secret, only this once; null if the same request is repeated.',
      }),
    ),
    webhook: Webhook,
  },
  named('CreatedWebhook', 'A webhook endpoint and its new secret.'),
);

export const ChangeWebhookRequest = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    enabled: Type.Optional(
      Type.Boolean({ description: '`true` also enables an endpoint that was disabled because its deliveries failed.' }),
    ),
    reason: Reason,
  },
  named('ChangeWebhookRequest', 'The changes. Omitted fields keep their values.'),
);
export const RotateWebhookRequest = Type.Object(
  {
    overlapHours: int32(0, {
      maximum: OVERLAP_HOURS_MAX,
      description: 'For how many hours the old secret signs in addition to the new one.',
    }),
    reason: Reason,
  },
  named('RotateWebhookRequest', 'The overlap of the old and the new secret.'),
);

export const ReplayWebhookRequest = Type.Object(
  {
    executionId: Type.Optional({ ...ExecutionId, description: 'The execution to replay, delivered or not.' }),
    failedSince: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
        maxLength: 24,
        description: 'RFC 3339, UTC. Replays every failed delivery that was created at this time or later.',
      }),
    ),
    reason: Reason,
  },
  named('ReplayWebhookRequest', 'Exactly one of `executionId` and `failedSince`.'),
);
export const ReplayedWebhook = Type.Object(
  { webhook: Webhook, replayed: int32(0) },
  named('ReplayedWebhook', 'The endpoint, and the number of deliveries that are sent again.'),
);

const WebhookAttempt = Type.Object(
  {
    attempt: int32(1),
    at: { ...Timestamp, description: 'When the attempt ended.' },
    statusCode: nullable(int32(0)),
    error: nullable(Type.String({ maxLength: 200 })),
    durationMs: int32(0),
  },
  named(
    'WebhookAttempt',
    'One request to the endpoint. `error` is null after a success; `statusCode` is null if no response arrived. `no usable address` covers a name without an address and one that leads to a private address.',
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
      description: `The attempts, oldest first; at most the last ${WEBHOOK_LIMITS.attemptsLogged}.`,
    },
  },
  named(
    'WebhookDelivery',
    'The delivery of one event to one endpoint: the number of attempts, the outcome of the last attempt, and the log of all.',
  ),
);
export const WebhookDeliveryPage = Type.Object(
  { deliveries: list(WebhookDelivery, PAGE_MAX), nextBefore: nullable(ExecutionId) },
  named('WebhookDeliveryPage', 'Deliveries, those of the newest executions first.'),
);
export const WebhookDeliveryQuery = pageQuery(ExecutionId);
