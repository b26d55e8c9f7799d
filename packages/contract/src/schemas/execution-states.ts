/**
 * One schema for each status of an execution, so that `status` tells a client which fields are set. The table is total: a status without an
 * entry does not compile.
 */
import { Type, type TProperties, type TSchema } from 'typebox';
import { described, named, wordOf } from './primitives.ts';

export const EXECUTION_STATUS_WORDS = {
  queued: 'accepted, with its maximum charge on hold; no worker has started it',
  running: 'a worker has started the execution',
  needs_review: 'the outcome of a provider call is not known yet; see `review`',
  succeeded: 'complete; `output` holds the result',
  failed: 'ended without a result; see `error`',
  cancelled: 'stopped by a cancel request or by the `Cancel-After` time limit',
} as const;
export type ExecutionStatus = keyof typeof EXECUTION_STATUS_WORDS;
export const EXECUTION_STATUSES = Object.keys(EXECUTION_STATUS_WORDS) as readonly ExecutionStatus[];

export const Status = wordOf(
  'ExecutionStatus',
  EXECUTION_STATUS_WORDS,
  'The status of an execution. `succeeded`, `failed` and `cancelled` are final.',
);

interface Facts {
  readonly Timestamp: TSchema;
  readonly MicrosJson: TSchema;
  readonly Failure: TSchema;
  readonly Review: TSchema;
}

/** `some`: the field is set; `none`: the field is null; `either`: both are possible. */
type Presence = 'some' | 'none' | 'either';
interface Held {
  readonly startedAt: Presence;
  readonly finishedAt: Presence;
  readonly chargedMicros: Presence;
  readonly error: Presence;
  readonly review: Presence;
}

const open = { finishedAt: 'none', chargedMicros: 'none', error: 'none' } as const;
const ended = { finishedAt: 'some', chargedMicros: 'some', review: 'none' } as const;

const STATES: Readonly<Record<ExecutionStatus, Held>> = {
  queued: { ...open, startedAt: 'none', review: 'none' },
  running: { ...open, startedAt: 'some', review: 'none' },
  needs_review: { ...open, startedAt: 'some', review: 'some' },
  succeeded: { ...ended, startedAt: 'some', error: 'none' },
  failed: { ...ended, startedAt: 'some', error: 'some' },
  cancelled: { ...ended, startedAt: 'either', error: 'none' },
};

/** The meaning of a field for the statuses that have it, and why it is null for the others. */
const TEXTS: Readonly<Record<keyof Held, Readonly<Record<'some' | 'none', string>>>> = {
  startedAt: { some: 'When a worker first started the execution.', none: 'Null: no worker has started the execution.' },
  finishedAt: { some: 'When the execution ended.', none: 'Null: the execution has not ended.' },
  chargedMicros: {
    some: 'The final charge, in micro-units of USD. The rest of the hold was released.',
    none: 'Null: the charge is settled when the execution ends.',
  },
  error: { some: 'Why the execution failed.', none: 'Null: the execution has not failed.' },
  review: { some: 'The open review of a provider call.', none: 'Null: nothing is under review.' },
};

interface Described {
  readonly name: string;
  readonly properties: TProperties;
  readonly description: string;
  readonly facts: Facts;
}

interface States {
  readonly any: TSchema;
  readonly byStatus: Readonly<Record<ExecutionStatus, TSchema>>;
}

/** A union with one object for each status: OpenAPI's `oneOf` with the discriminator `status`. */
export function statesOf({ name, properties, description, facts }: Described): States {
  const nameOf = (status: ExecutionStatus): string => `${titleOf(status)}${name}`;
  const memberOf = (status: ExecutionStatus): TSchema =>
    Type.Object(
      {
        ...properties,
        status: Type.Enum([status], {
          type: 'string',
          description: `Always \`${status}\`: ${EXECUTION_STATUS_WORDS[status]}.`,
        }),
        ...heldBy(STATES[status], facts),
      },
      named(nameOf(status), `${name} with the status \`${status}\`.`),
    );
  const byStatus = Object.fromEntries(EXECUTION_STATUSES.map((status) => [status, memberOf(status)])) as Record<
    ExecutionStatus,
    TSchema
  >;
  const mapping = Object.fromEntries(
    EXECUTION_STATUSES.map((status) => [status, `#/components/schemas/${nameOf(status)}`]),
  );
  const discriminator = { propertyName: 'status', mapping };
  return { any: Type.Unsafe({ $id: name, description, oneOf: Object.values(byStatus), discriminator }), byStatus };
}

function heldBy(held: Held, { Timestamp, MicrosJson, Failure, Review }: Facts): TProperties {
  const schemas: Readonly<Record<keyof Held, TSchema>> = {
    startedAt: Timestamp,
    finishedAt: Timestamp,
    chargedMicros: MicrosJson,
    error: Failure,
    review: Review,
  };
  const entries = Object.entries(held) as [keyof Held, Presence][];
  return Object.fromEntries(
    entries.flatMap(([field, presence]) => {
      if (presence === 'either') return [];
      const text = TEXTS[field][presence];
      return [[field, presence === 'some' ? described(schemas[field], text) : Type.Null({ description: text })]];
    }),
  );
}

const titleOf = (status: ExecutionStatus): string =>
  status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
