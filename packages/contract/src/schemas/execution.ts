/** Wire schemas of executions. Contract, section 4. execution-states.ts lists the fields of each status. */
import { Type, type Static, type TProperties } from 'typebox';
import { LIMITS } from '../limits.ts';
import {
  CONTENT_DELETED_BY,
  ENGINE_WORDS,
  FAILURE_REASONS,
  FAILURE_STATUSES,
  REVIEW_REASONS,
  STATUS_REASONS,
  STEP_STATUS_WORDS,
} from '../vocabulary.ts';
import { BILLING_LINES_MAX, BillingLine, QuotedModel } from './catalog.ts';
import { EXECUTION_STATUSES, type ExecutionStatus, Status, statesOf } from './execution-states.ts';
import { File } from './file.ts';
import {
  UsDollars,
  ExecutionId,
  MicrosJson,
  Name,
  PriceVersion,
  Timestamp,
  ToolName,
  closed,
  described,
  int32,
  list,
  named,
  nullable,
  wordOf,
} from './primitives.ts';

/** The most artifacts of one step. */
const ARTIFACTS_MAX = 1_000;

const stepIndex = int32(0, { maximum: LIMITS.stepsMax - 1, description: 'The index of the step, from 0.' });

const Step = Type.Object(
  {
    index: stepIndex,
    name: described(Name, 'The operation, such as `resize`.'),
    engine: described(
      wordOf('Engine', ENGINE_WORDS, 'The kind of worker that runs the step.'),
      'The kind of worker that runs the step.',
    ),
    status: described(wordOf('StepStatus', STEP_STATUS_WORDS, 'The status of the step.'), 'How far the step is.'),
    attempt: int32(0, { description: 'How many times the step was started.' }),
    progress: Type.Optional(
      Type.Number({
        format: 'double',
        minimum: 0,
        maximum: 1,
        description: 'The completed fraction of a running step. Absent if it is not known.',
      }),
    ),
    chargedMicros: nullable(
      MicrosJson,
      'Charged for the step, in micro-units of USD; null until the execution is settled.',
    ),
    startedAt: nullable(Timestamp, 'When the step last started; null if it never did.'),
    finishedAt: nullable(Timestamp, 'When the step ended; null until then.'),
  },
  named('Step', 'A step of an execution.'),
);

const Failure = Type.Object(
  {
    status: described(
      wordOf('FailureStatus', FAILURE_STATUSES, 'A google.rpc.Code name.'),
      'A google.rpc.Code name: whether the input or the service is at fault.',
    ),
    message: described(
      wordOf('FailureReason', FAILURE_REASONS, 'The reason of the failure; branch on this field.'),
      'The reason of the failure; branch on this field.',
    ),
  },
  named('Failure', 'Why an execution failed.'),
);

const Review = Type.Object(
  {
    step: stepIndex,
    reason: described(
      wordOf('ReviewReason', REVIEW_REASONS, 'Why the outcome is not known yet.'),
      'Why the outcome is not known yet.',
    ),
    since: described(Timestamp, 'When the review began.'),
    exposureMicros: described(MicrosJson, 'The most that the provider call may still cost, in micro-units of USD.'),
    resolveBy: described(Timestamp, 'The deadline: without evidence the execution then ends in your favour.'),
  },
  named(
    'Review',
    'The outcome of a paid provider call is not known. If it stays unknown, the execution ends in your favour within ten seconds after `resolveBy`.',
  ),
);

const ContentDeleted = Type.Object(
  {
    at: described(Timestamp, 'When the content was deleted.'),
    by: described(
      wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'The kind of actor that deleted the content.'),
      'The kind of actor that deleted the content.',
    ),
  },
  named(
    'ContentDeleted',
    'The arguments, result and artifacts were deleted. The charge and its bill remain. Repeating the request still returns the execution.',
  ),
);

const summary = {
  id: described(ExecutionId, 'Identifies the execution in later requests.'),
  tool: described(ToolName, 'The executed tool or template.'),
  model: QuotedModel,
  status: described(Status, 'How far the execution is.'),
  statusReason: nullable(
    wordOf('StatusReason', STATUS_REASONS, 'The reason of the status.'),
    'Why the execution failed, was cancelled or is under review; otherwise null.',
  ),
  cancelRequested: Type.Boolean({
    description: 'Whether a cancellation was requested. Read `status` for its effect.',
  }),
  priceVersion: described(PriceVersion, 'The price table that applies until the execution ends.'),
  currency: UsDollars,
  minimumChargeMicros: described(MicrosJson, 'The least that a success costs, in micro-units of USD.'),
  maximumChargeMicros: described(
    MicrosJson,
    'The amount on hold: the most that the execution can cost, in micro-units of USD.',
  ),
  chargedMicros: nullable(MicrosJson, 'The final charge, in micro-units of USD; null until the execution has ended.'),
  createdAt: described(Timestamp, 'When the execution was accepted.'),
  startedAt: nullable(Timestamp, 'When a worker first started the execution; null before that.'),
  finishedAt: nullable(Timestamp, 'When the execution ended; null before that.'),
  error: nullable(Failure, 'Why the execution failed; otherwise null.'),
  review: nullable(Review, 'The open review of a provider call; null if there is none.'),
  contentDeleted: Type.Optional(
    described(
      ContentDeleted,
      'When and by whom arguments, result and artifacts were deleted. Absent if they were not.',
    ),
  ),
};

const whole = {
  ...summary,
  steps: list(Step, LIMITS.stepsMax, 'The steps in the order in which they run.'),
  billing: list(
    Type.Object(
      {
        step: nullable(
          stepIndex,
          'The index of the billed step; null for the line that raises the bill to its minimum.',
        ),
        ...BillingLine,
      },
      named(
        'BillingLine',
        'A line of the bill. `step` is null for the line that raises an execution of several steps to its minimum charge.',
      ),
    ),
    BILLING_LINES_MAX,
    'The bill, which adds up to `chargedMicros`. Empty until the execution has ended.',
  ),
  output: described(
    Type.Object(
      {
        artifacts: list(File, ARTIFACTS_MAX, 'The generated files. Fetch each through a download URL.'),
        result: Type.Optional(
          Type.Unknown({ description: 'The structured result of the last step, such as measurements.' }),
        ),
      },
      named('Output', 'The results. Fetch each file through a download URL.'),
    ),
    'The results so far; complete once the execution has succeeded.',
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
  {
    executions: list(ExecutionSummary, LIMITS.listMax, 'The executions of this page, newest first.'),
    nextBefore: nullable(ExecutionId, 'Pass it as `before` for the next page; null on the last page.'),
  },
  named(
    'ExecutionList',
    'A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page.',
  ),
);

export const ExecutionsRead = Type.Object(
  { executions: list(AnyExecution, LIMITS.listMax, 'The executions that exist, in the order of the request.') },
  named('ExecutionsRead', 'The executions of this project, in the order of the request. Unknown ids are omitted.'),
);

export { EXECUTION_STATUSES, type ExecutionStatus };
/** The type in server code: one shape for every status. */
export type Execution = Static<typeof AnyExecution>;
export type ExecutionSummary = Static<typeof AnySummary>;
export interface ExecutionList {
  readonly executions: ExecutionSummary[];
  readonly nextBefore: string | null;
}
export type ExecutionStep = Static<typeof Step>;
export type Review = Static<typeof Review>;
