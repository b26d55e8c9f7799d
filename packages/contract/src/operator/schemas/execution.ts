/** Executions as administrators of a project see them. Payloads of provider calls are excluded: a charge can be explained without them. */
import { Type } from 'typebox';
import { EXECUTED_TOOL_NAME } from '../../limits.ts';
import { CONTENT_DELETED_BY } from '../../vocabulary.ts';
import { Execution, ExecutionSummary } from '../../schemas/execution.ts';
import { EXECUTION_STATUS_WORDS } from '../../schemas/execution-states.ts';
import {
  Count,
  ExecutionId,
  KeyId,
  MicrosJson,
  Timestamp,
  closed,
  int32,
  list,
  named,
  nullable,
  wordOf,
} from '../../schemas/primitives.ts';
import { HolderProject } from './holder.ts';
import { PAGE_DEFAULT, PAGE_MAX } from './page.ts';

const Text = Type.String({ maxLength: 500 });
const BOOKINGS_MAX = 10_000;
const Status = wordOf('ExecutionStatus', EXECUTION_STATUS_WORDS, 'The status of an execution.');

const instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
    maxLength: 24,
    description: `RFC 3339, UTC. ${description}`,
  });

export const ExecutionsQuery = Type.Object(
  {
    before: Type.Optional(ExecutionId),
    limit: Type.Optional(
      int32(1, { maximum: PAGE_MAX, description: `The number of entries on a page. Default ${PAGE_DEFAULT}.` }),
    ),
    status: Type.Optional(Status),
    tool: Type.Optional(
      Type.String({ pattern: EXECUTED_TOOL_NAME.source, maxLength: 64, description: 'Only executions of this tool.' }),
    ),
    from: Type.Optional(instant('Only executions that were accepted at this time or later.')),
    to: Type.Optional(instant('Only executions that were accepted before this time.')),
  },
  closed,
);
export const OperatedExecutionList = Type.Object(
  { executions: list(ExecutionSummary, PAGE_MAX), nextBefore: nullable(ExecutionId) },
  named('OperatedExecutionList', 'Executions, newest first.'),
);

const PaidCall = Type.Object(
  {
    step: int32(0),
    status: Type.String({ maxLength: 20, description: 'The state of the call.' }),
    provider: nullable(Text),
    ref: nullable({ ...Text, description: "The provider's id of the call." }),
    token: nullable({ ...Text, description: 'A token that was sent with the call, so that the provider can find it.' }),
    dispatchedAt: nullable(Timestamp),
    exposureMicros: nullable({ ...MicrosJson, description: 'The most that the call may have cost.' }),
    statedMicros: nullable({ ...MicrosJson, description: 'The cost that the provider stated.' }),
    derivedMicros: nullable({ ...MicrosJson, description: 'The cost according to the tariff.' }),
    bookedMicros: nullable({ ...MicrosJson, description: 'The cost that was booked.' }),
    lateMicros: nullable({ ...MicrosJson, description: 'The cost that the provider stated after the booking.' }),
  },
  named('PaidCall', 'A provider call and its cost.'),
);
const Booking = Type.Object(
  {
    kind: Type.String({ maxLength: 20, description: '`reserve`, `settle`, `release` or `refund`.' }),
    amountMicros: MicrosJson,
    reference: nullable({ ...Text, description: 'The reference of a refund.' }),
    at: Timestamp,
  },
  named('Booking', 'A transfer of the execution.'),
);

/** Ten and fifty entries of the history, two of each step and one of its call, and those of the execution itself. */
const TIMELINE_MAX = 150;
const TimelineEvent = Type.Object(
  {
    at: Timestamp,
    event: Type.String({
      maxLength: 20,
      description:
        '`accepted`, `claimed` by a worker, `lost` (the lease of the worker expired), `crashed` (an attempt failed and will be repeated), `postponed`, `handed_back` (by a worker that stopped), `handed_over` (to another engine), `review_began`, `review_ended`, `step_began`, `step_ended`, `call_sent` (to an external service), `cancel_requested` or `ended`.',
    }),
    claim: nullable({ ...Count, description: 'The number of the claim, as `epoch` in the log.' }),
    worker: nullable({
      ...Text,
      description: 'The process that held the claim, as `worker` in the log; null for a worker of 0.3.0.',
    }),
    step: nullable({ ...Count, description: 'The index of the step.' }),
    detail: nullable({ ...Text, description: 'The engine, the pause in seconds, the reason or the outcome.' }),
  },
  named('TimelineEvent', 'An event in the life of an execution.'),
);

export const OperatedExecution = Type.Object(
  {
    execution: Execution,
    key: Type.Object(
      { id: KeyId, name: nullable(Text), publicId: nullable(Text) },
      named('AskedKey', 'The API key that started the execution.'),
    ),
    idempotencyKey: Text,
    attempts: { ...Count, description: 'The number of claims that may have ended in a crash.' },
    claims: { ...Count, description: 'How many times a worker claimed the execution.' },
    cancelRequestedAt: nullable(Timestamp),
    cancelAfter: nullable({ ...Timestamp, description: "When the client's time limit passes." }),
    leasedUntil: nullable({
      ...Timestamp,
      description: 'When the lease of its worker expires; null: no worker has it.',
    }),
    nextAt: nullable({ ...Timestamp, description: 'When the execution is due, or is looked up next.' }),
    contentDeletedActor: nullable({ ...Text, description: 'The person who deleted the content, if a person did.' }),
    calls: list(PaidCall, 20),
    bookings: list(Booking, BOOKINGS_MAX),
    timeline: {
      ...list(TimelineEvent, TIMELINE_MAX),
      description:
        'What happened to the execution, oldest first. Of more than 60 claims and their ends, the first 10 and the last 50.',
    },
  },
  named(
    'OperatedExecution',
    'An execution with its history, provider calls and transfers. Payloads of provider calls are not included.',
  ),
);

const ReceivedResult = Type.Object(
  {
    step: int32(0),
    sizeBytes: Count,
    fileName: Type.String({ pattern: '^[A-Za-z0-9_.-]+$', maxLength: 200 }),
    url: Type.String({
      maxLength: 4000,
      description: 'A download URL that needs no session. Anyone who has it can download: treat it as a secret.',
    }),
    urlExpiresAt: { ...Timestamp, description: 'A few minutes from now. Repeat the request for a new URL.' },
  },
  named('ReceivedResult', 'The result of a provider call that could not be delivered, as it was received.'),
);
export const ReceivedResultList = Type.Object(
  { results: list(ReceivedResult, 20) },
  named('ReceivedResultList', 'Undelivered results of an execution, by step.'),
);

export const FoundExecution = Type.Object(
  { project: HolderProject, ...OperatedExecution.properties },
  named('FoundExecution', 'An execution as `OperatedExecution`, and its project.'),
);

export const AskedToStop = Type.Object(
  { executionId: ExecutionId, status: Status },
  named(
    'AskedToStop',
    '`cancelled` if no worker had started the execution. Otherwise its worker stops it as soon as it can.',
  ),
);

export const DeletedContent = Type.Object(
  {
    executionId: ExecutionId,
    at: Timestamp,
    by: wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'The kind of actor that deleted the content.'),
    actor: nullable(
      Type.String({
        maxLength: 500,
        description: 'The `sub` of the session that deleted it; null: the service.',
      }),
    ),
  },
  named(
    'DeletedContent',
    'The content can no longer be read or downloaded. The bytes of its artifacts are deleted within a minute.',
  ),
);
