/** The body of a webhook. This is the only list of webhook events. */
import { Type, type TSchema } from 'typebox';
import { ExecutionByStatus } from './execution.ts';
import type { ExecutionStatus } from './execution-states.ts';
import { Timestamp, described, named } from './primitives.ts';

export const WEBHOOK_EVENTS = [
  'execution.succeeded',
  'execution.failed',
  'execution.cancelled',
] as const satisfies readonly `execution.${ExecutionStatus}`[];
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Headers of the Standard Webhooks specification. */
export const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
export type WebhookHeader = (typeof WEBHOOK_HEADERS)[number];

export const statusToldBy = (type: WebhookEventType) => type.slice('execution.'.length) as ExecutionStatus;
/** `execution.failed` → `ExecutionFailedEvent`. */
const nameOf = (type: WebhookEventType): string =>
  `${type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const members: readonly TSchema[] = WEBHOOK_EVENTS.map((type) =>
  Type.Object(
    {
      type: Type.Enum([type], { type: 'string', description: `Always \`${type}\`.` }),
      timestamp: described(Timestamp, 'When the execution ended.'),
      data: described(
        ExecutionByStatus[statusToldBy(type)],
        'The execution, as `GET /tools/executions/{id}` returns it.',
      ),
    },
    named(nameOf(type), `An execution is now \`${statusToldBy(type)}\`. \`timestamp\` equals its \`finishedAt\`.`),
  ),
);

export const WebhookEvent = Type.Unsafe({
  $id: 'WebhookEvent',
  description: 'An event; `type` selects the fields. `data` is the object that `GET /tools/executions/{id}` returns.',
  oneOf: members,
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, `#/components/schemas/${nameOf(type)}`])),
  },
});
