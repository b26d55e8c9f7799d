/** What endpoints are told: the message that a webhook brings. The list of events stands here, and nowhere else. */
import { Type, type TSchema } from 'typebox';
import { ExecutionByStatus } from './execution.ts';
import type { ExecutionStatus } from './execution-states.ts';
import { Timestamp, named } from './primitives.ts';

export const WEBHOOK_EVENTS = [
  'execution.succeeded',
  'execution.failed',
  'execution.cancelled',
] as const satisfies readonly `execution.${ExecutionStatus}`[];
type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Of the Standard Webhooks specification. */
export const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
export type WebhookHeader = (typeof WEBHOOK_HEADERS)[number];

export const statusToldBy = (type: WebhookEventType) => type.slice('execution.'.length) as ExecutionStatus;
/** `execution.failed` → `ExecutionFailedEvent`. */
const nameOf = (type: WebhookEventType): string =>
  `${type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const members: readonly TSchema[] = WEBHOOK_EVENTS.map((type) =>
  Type.Object(
    {
      type: Type.Enum([type], { type: 'string' }),
      timestamp: Timestamp,
      data: ExecutionByStatus[statusToldBy(type)],
    },
    named(nameOf(type), `An execution is \`${statusToldBy(type)}\`, for good. \`timestamp\` is its \`finishedAt\`.`),
  ),
);

export const WebhookEvent = Type.Unsafe({
  $id: 'WebhookEvent',
  description: 'What happened, told apart by `type`. `data` is what `GET /tools/executions/{id}` answers.',
  oneOf: members,
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, `#/components/schemas/${nameOf(type)}`])),
  },
});
