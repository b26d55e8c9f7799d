/** Wire schemas of executions. Contract, section 4. execution-states.ts lists the fields of each status. */
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

/** The most artifacts of one step. */
const ARTIFACTS_MAX = 1_000;

const Status = wordOf(
  'ExecutionStatus',
  EXECUTION_STATUS_WORDS,
  'The status of an execution. `succeeded`, `failed` and `cancelled` are final.',
);

export const ExecutionRequest = Type.Object(
  { tool: AskedTool, arguments: JsonObject, priceVersion: AskedPriceVersion, maximumChargeMicros: MicrosJson },
  named('ExecutionRequest', 'The quoted tool and input, with the price version and the maximum charge of the quote.'),
);

const stepIndex = int32(0, { maximum: LIMITS.stepsMax - 1, description: 'The index of the step, from 0.' });

const Step = Type.Object(
  {
    index: stepIndex,
    name: Name,
    engine: wordOf('Engine', ENGINE_WORDS, 'The kind of worker that runs the step.'),
    status: wordOf('StepStatus', STEP_STATUS_WORDS, 'The status of the step.'),
    attempt: int32(0, { description: 'How many times the step was started.' }),
    progress: Type.Optional(
      Type.Number({
        format: 'double',
        minimum: 0,
        maximum: 1,
        description: 'The completed fraction of a running step. Absent if it is not known.',
      }),
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
    message: wordOf('FailureReason', FAILURE_REASONS, 'The reason of the failure; branch on this field.'),
  },
  named('Failure', 'Why an execution failed.'),
);

const Review = Type.Object(
  {
    step: stepIndex,
    reason: wordOf('ReviewReason', REVIEW_REASONS, 'Why the outcome is not known yet.'),
    since: Timestamp,
    exposureMicros: MicrosJson,
    resolveBy: Timestamp,
  },
  named(
    'Review',
    'The outcome of a paid provider call is not known. If it stays unknown, the execution ends in your favour within ten seconds after `resolveBy`.',
  ),
);

const ContentDeleted = Type.Object(
  {
    at: Timestamp,
    by: wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'The kind of actor that deleted the content.'),
  },
  named(
    'ContentDeleted',
    'The arguments, result and artifacts were deleted. The charge and its bill remain. Repeating the request still returns the execution.',
  ),
);

const summary = {
  id: ExecutionId,
  tool: ToolName,
  model: nullable(ModelName),
  status: Status,
  statusReason: nullable(wordOf('StatusReason', STATUS_REASONS, 'The reason of the status.')),
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
        'A line of the bill. `step` is null for the line that raises an execution of several steps to its minimum charge.',
      ),
    ),
    BILLING_LINES_MAX,
  ),
  output: Type.Object(
    {
      artifacts: list(File, ARTIFACTS_MAX),
      result: Type.Optional(
        Type.Unknown({ description: 'The structured result of the last step, such as measurements.' }),
      ),
    },
    named('Output', 'The results. Fetch each file through a download URL.'),
  ),
};

/** The fields of every status, typed for the code that builds an execution. */
const AnySummary = Type.Object(summary, closed);
const AnyExecution = Type.Object(whole, closed);

const facts = { Timestamp, MicrosJson, Failure, Review };
const states = (name: string, properties: TProperties, description: string) =>
  statesOf({ name, properties, description, facts });

export const ExecutionSummary = states('ExecutionSummary', summary, 'An execution in a list.').any;
export const { any: Execution, byStatus: ExecutionByStatus } = states(
  'Execution',
  whole,
  'A paid execution; `status` selects the fields. `chargedMicros` is null until the execution is settled, and equals the sum of `billing`.',
);

export const ExecutionList = Type.Object(
  { executions: list(ExecutionSummary, LIMITS.listMax), nextBefore: nullable(ExecutionId) },
  named(
    'ExecutionList',
    'A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page.',
  ),
);

export const ReadRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 200, description: 'An execution id.' }), {
      minItems: 1,
      maxItems: LIMITS.listMax,
      description: 'The executions to read. A repeated id is returned once.',
    }),
  },
  named('ReadRequest', 'The ids of the executions to read.'),
);

export const ExecutionsRead = Type.Object(
  { executions: list(AnyExecution, LIMITS.listMax) },
  named('ExecutionsRead', 'The executions of this project, in the order of the request. Unknown ids are omitted.'),
);

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(
      int32(LIMITS.listMin, {
        maximum: LIMITS.listMax,
        description: `The number of executions on a page. Default ${LIMITS.listDefault}.`,
      }),
    ),
    before: Type.Optional(
      Type.String({
        pattern: '^exe_[0-9a-z]{26}$',
        maxLength: 30,
        description: 'An execution id. The page begins with the next older execution.',
      }),
    ),
    status: Type.Optional(Status),
    tool: Type.Optional(
      Type.String({
        pattern: EXECUTED_TOOL_NAME.source,
        maxLength: 64,
        description: 'Only executions of this tool or template, even if it is no longer offered.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'Returns only the execution that was accepted under this key. Use it after a lost response.',
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

export const CancelRequest = Type.Object({}, named('CancelRequest', 'An empty object.'));

export { EXECUTION_STATUSES, type ExecutionStatus };
export type ExecutionRequest = Static<typeof ExecutionRequest>;
/** The type in server code: one shape for every status. */
export type Execution = Static<typeof AnyExecution>;
export type ExecutionSummary = Static<typeof AnySummary>;
export interface ExecutionList {
  readonly executions: ExecutionSummary[];
  readonly nextBefore: string | null;
}
export type ExecutionStep = Static<typeof Step>;
export type ListQuery = Static<typeof ListQuery>;
export type Review = Static<typeof Review>;
