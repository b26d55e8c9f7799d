/** Executions as clients see them. Contract, section 4. What each status holds: execution-states.ts. */
import { Type, type Static, type TProperties } from 'typebox';
import { EXECUTED_TOOL_NAME, LIMITS } from '../limits.ts';
import {
  CONTENT_DELETED_BY,
  ENGINE_WORDS,
  FAILURE_REASONS,
  FAILURE_STATUSES,
  REVIEW_REASONS,
  STATUS_REASONS,
  STEP_STATUS_WORDS,
} from '../vocabulary.ts';
import { AskedPriceVersion, AskedTool, BILLING_LINES_MAX, BillingLine } from './catalog.ts';
import { EXECUTION_STATUSES, EXECUTION_STATUS_WORDS, type ExecutionStatus, statesOf } from './execution-states.ts';
import { File } from './file.ts';
import {
  Currency,
  ExecutionId,
  JsonObject,
  MicrosJson,
  ModelName,
  Name,
  PriceVersion,
  Timestamp,
  ToolName,
  closed,
  int32,
  list,
  named,
  nullable,
  wordOf,
} from './primitives.ts';

/** The most that a step makes, for every step. */
const ARTIFACTS_MAX = 1_000;

const Status = wordOf(
  'ExecutionStatus',
  EXECUTION_STATUS_WORDS,
  'What an execution is; `succeeded`, `failed` and `cancelled` never change.',
);

export const ExecutionRequest = Type.Object(
  { tool: AskedTool, arguments: JsonObject, priceVersion: AskedPriceVersion, maximumChargeMicros: MicrosJson },
  named('ExecutionRequest', 'The quoted tool and input, with the price version and ceiling of the quote.'),
);

const stepIndex = int32(0, { maximum: LIMITS.stepsMax - 1, description: 'Counts from 0.' });

const Step = Type.Object(
  {
    index: stepIndex,
    name: Name,
    engine: wordOf('Engine', ENGINE_WORDS, 'Who does the work.'),
    status: wordOf('StepStatus', STEP_STATUS_WORDS, 'What a step is.'),
    attempt: int32(0, { description: 'How often it was begun.' }),
    progress: Type.Optional(
      Type.Number({ format: 'double', minimum: 0, maximum: 1, description: 'Of a running step, where known.' }),
    ),
    chargedMicros: nullable(MicrosJson),
    startedAt: nullable(Timestamp),
    finishedAt: nullable(Timestamp),
  },
  named('Step', 'A step of an execution.'),
);

const Failure = Type.Object(
  {
    status: wordOf('FailureStatus', FAILURE_STATUSES, 'A google.rpc.Code name.'),
    message: wordOf('FailureReason', FAILURE_REASONS, 'Why it failed.'),
  },
  named('Failure', 'Why an execution failed.'),
);

const Review = Type.Object(
  {
    step: stepIndex,
    reason: wordOf('ReviewReason', REVIEW_REASONS, 'Why nobody knows the outcome yet.'),
    since: Timestamp,
    exposureMicros: MicrosJson,
    resolveBy: Timestamp,
  },
  named(
    'Review',
    'A paid call has an unknown outcome. If nobody learns it before, the execution ends in your favour within ten seconds after `resolveBy`.',
  ),
);

const ContentDeleted = Type.Object(
  {
    at: Timestamp,
    by: wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'Who deleted it.'),
  },
  named(
    'ContentDeleted',
    'Arguments, result and artifacts were deleted. What was charged, and for what, stays; a repetition of the request still answers the execution.',
  ),
);

const summary = {
  id: ExecutionId,
  tool: ToolName,
  model: nullable(ModelName),
  status: Status,
  statusReason: nullable(wordOf('StatusReason', STATUS_REASONS, 'Why the status is what it is.')),
  cancelRequested: Type.Boolean(),
  priceVersion: PriceVersion,
  currency: Currency,
  minimumChargeMicros: MicrosJson,
  maximumChargeMicros: MicrosJson,
  chargedMicros: nullable(MicrosJson),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
  error: nullable(Failure),
  review: nullable(Review),
  contentDeleted: Type.Optional(ContentDeleted),
};

const whole = {
  ...summary,
  steps: list(Step, LIMITS.stepsMax),
  billing: list(
    Type.Object(
      { step: nullable(stepIndex), ...BillingLine },
      named(
        'BillingLine',
        'A line of the bill. `step` is null for what lifts the whole of several steps to its minimum.',
      ),
    ),
    BILLING_LINES_MAX,
  ),
  output: Type.Object(
    {
      artifacts: list(File, ARTIFACTS_MAX),
      result: Type.Optional(Type.Unknown({ description: 'What the last step answered, such as measurements.' })),
    },
    named('Output', 'What was made. Files are fetched through download URLs.'),
  ),
};

/** What is the same in every status, for the code that writes one. */
const AnySummary = Type.Object(summary, closed);
const AnyExecution = Type.Object(whole, closed);

const facts = { Timestamp, MicrosJson, Failure, Review };
const states = (name: string, properties: TProperties, description: string) =>
  statesOf({ name, properties, description, facts });

export const ExecutionSummary = states('ExecutionSummary', summary, 'An execution in a list.').any;
export const { any: Execution, byStatus: ExecutionByStatus } = states(
  'Execution',
  whole,
  'A paid execution, told apart by `status`. `chargedMicros` is null until it is settled; `billing` sums to it.',
);

export const ExecutionList = Type.Object(
  { executions: list(ExecutionSummary, LIMITS.listMax), nextBefore: nullable(ExecutionId) },
  named('ExecutionList', 'Newest first. Pass `nextBefore` as `before` for the next page; null on the last.'),
);

export const ReadRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 200, description: 'An execution id.' }), {
      minItems: 1,
      maxItems: LIMITS.listMax,
      description: 'Those to be read; one that is named twice is answered once.',
    }),
  },
  named('ReadRequest', 'Which executions to read.'),
);

export const ExecutionsRead = Type.Object(
  { executions: list(AnyExecution, LIMITS.listMax) },
  named(
    'ExecutionsRead',
    'Those that are in this project, in the order in which they were asked for. What is not there is left out.',
  ),
);

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(
      int32(LIMITS.listMin, {
        maximum: LIMITS.listMax,
        description: `Executions on a page; ${LIMITS.listDefault} where it is left out.`,
      }),
    ),
    before: Type.Optional(
      Type.String({
        pattern: '^exe_[0-9a-z]{26}$',
        maxLength: 30,
        description: 'An execution id, exclusive: older ones follow.',
      }),
    ),
    status: Type.Optional(Status),
    tool: Type.Optional(
      Type.String({
        pattern: EXECUTED_TOOL_NAME.source,
        maxLength: 64,
        description: 'Only executions of this tool or template, also of one that is no longer offered.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'The one execution accepted under this key: a lost reply is found again.',
      }),
    ),
  },
  closed,
);

export const EventsQuery = Type.Object(
  {
    tool: Type.Optional(
      Type.String({
        pattern: EXECUTED_TOOL_NAME.source,
        maxLength: 64,
        description: 'Only executions of this tool or template.',
      }),
    ),
  },
  closed,
);

export const CancelRequest = Type.Object({}, named('CancelRequest', 'Empty.'));

export { EXECUTION_STATUSES, type ExecutionStatus };
export type ExecutionRequest = Static<typeof ExecutionRequest>;
/** As the server makes it: one shape for every status. */
export type Execution = Static<typeof AnyExecution>;
export type ExecutionSummary = Static<typeof AnySummary>;
export interface ExecutionList {
  readonly executions: ExecutionSummary[];
  readonly nextBefore: string | null;
}
export type ExecutionStep = Static<typeof Step>;
export type ListQuery = Static<typeof ListQuery>;
export type Review = Static<typeof Review>;
