/** Executions as clients see them. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { ENGINES } from '@tollgate/kernel';
import { BillingLine } from './catalog.ts';
import { File } from './file.ts';
import { Currency, MicrosJson, Timestamp, closed, named, nullable } from './primitives.ts';

export const EXECUTION_STATUSES = ['queued', 'running', 'needs_review', 'succeeded', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

export const STEP_STATUSES = [
  'pending',
  'running',
  'dispatching',
  'submitted',
  'unknown',
  'succeeded',
  'failed',
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

const Status = Type.Enum([...EXECUTION_STATUSES]);

export const ExecutionRequest = Type.Object(
  {
    tool: Type.String(),
    arguments: Type.Record(Type.String(), Type.Unknown()),
    priceVersion: Type.String(),
    maximumChargeMicros: MicrosJson,
  },
  named('ExecutionRequest', 'The quoted tool and input, with the price version and ceiling of the quote.'),
);

const Step = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    name: Type.String(),
    engine: Type.Enum([...ENGINES]),
    status: Type.Enum([...STEP_STATUSES]),
    attempt: Type.Integer({ minimum: 0 }),
    chargedMicros: nullable(MicrosJson),
    startedAt: nullable(Timestamp),
    finishedAt: nullable(Timestamp),
  },
  closed,
);

const Failure = Type.Object({ status: Type.String(), message: Type.String() }, closed);

const Review = Type.Object(
  {
    step: Type.Integer({ minimum: 0 }),
    reason: Type.String(),
    since: Timestamp,
    exposureMicros: MicrosJson,
    resolveBy: Timestamp,
  },
  closed,
);

const summary = {
  id: Type.String(),
  tool: Type.String(),
  model: nullable(Type.String()),
  status: Status,
  statusReason: nullable(Type.String()),
  cancelRequested: Type.Boolean(),
  priceVersion: Type.String(),
  currency: Currency,
  minimumChargeMicros: MicrosJson,
  maximumChargeMicros: MicrosJson,
  chargedMicros: nullable(MicrosJson),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
  error: nullable(Failure),
  review: nullable(Review),
};

export const ExecutionSummary = Type.Object(summary, named('ExecutionSummary', 'An execution in a list.'));

export const Execution = Type.Object(
  {
    ...summary,
    steps: Type.Array(Step),
    billing: Type.Array(Type.Object({ step: Type.Integer({ minimum: 0 }), ...BillingLine }, closed)),
    output: Type.Object({ artifacts: Type.Array(File), result: Type.Optional(Type.Unknown()) }, closed),
  },
  named('Execution', 'A paid execution. `chargedMicros` is null until it is settled; `billing` sums to it.'),
);

export const ExecutionList = Type.Object(
  { executions: Type.Array(ExecutionSummary), nextBefore: nullable(Type.String()) },
  named('ExecutionList', 'Newest first. Pass `nextBefore` as `before` for the next page; null on the last.'),
);

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Integer, 1 to 100; default 20.' }),
    ),
    before: Type.Optional(Type.String({ pattern: '^exe_[0-9a-z]{26}$', description: 'An execution id, exclusive.' })),
    status: Type.Optional(Status),
    tool: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{2,63}$' })),
    idempotencyKey: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._:-]{8,128}$' })),
  },
  closed,
);

export const CancelRequest = Type.Object({}, named('CancelRequest', 'Empty.'));

export type ExecutionRequest = Static<typeof ExecutionRequest>;
export type Execution = Static<typeof Execution>;
export type ExecutionSummary = Static<typeof ExecutionSummary>;
export type ExecutionList = Static<typeof ExecutionList>;
export type ExecutionStep = Static<typeof Step>;
export type ListQuery = Static<typeof ListQuery>;
export type Review = Static<typeof Review>;
