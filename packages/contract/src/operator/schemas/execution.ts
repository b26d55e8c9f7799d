/** Executions as who administers a project sees them. What was sent and what was answered has no place here: a charge is explained without it. */
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
import { PAGE_DEFAULT, PAGE_MAX } from './page.ts';

const Text = Type.String({ maxLength: 500 });
const BOOKINGS_MAX = 10_000;
const Status = wordOf('ExecutionStatus', EXECUTION_STATUS_WORDS, 'What an execution is.');

const instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
    maxLength: 24,
    description: `RFC 3339, UTC. ${description}`,
  });

export const ExecutionsQuery = Type.Object(
  {
    before: Type.Optional(ExecutionId),
    limit: Type.Optional(int32(1, { maximum: PAGE_MAX, description: `Left out: ${PAGE_DEFAULT}.` })),
    status: Type.Optional(Status),
    tool: Type.Optional(
      Type.String({ pattern: EXECUTED_TOOL_NAME.source, maxLength: 64, description: 'Only executions of this tool.' }),
    ),
    from: Type.Optional(instant('Accepted then or later.')),
    to: Type.Optional(instant('Accepted before.')),
  },
  closed,
);
export const OperatedExecutionList = Type.Object(
  { executions: list(ExecutionSummary, PAGE_MAX), nextBefore: nullable(ExecutionId) },
  named('OperatedExecutionList', 'Newest first.'),
);

const PaidCall = Type.Object(
  {
    step: int32(0),
    status: Type.String({ maxLength: 20, description: 'How far the call came.' }),
    provider: nullable(Text),
    ref: nullable({ ...Text, description: "The provider's name of the call." }),
    token: nullable({ ...Text, description: 'Sent with the call, so that its provider can find it.' }),
    dispatchedAt: nullable(Timestamp),
    exposureMicros: nullable({ ...MicrosJson, description: 'The most that it may have cost.' }),
    statedMicros: nullable({ ...MicrosJson, description: 'What its provider said that it took.' }),
    derivedMicros: nullable({ ...MicrosJson, description: 'What follows from the tariff.' }),
    bookedMicros: nullable({ ...MicrosJson, description: 'What was booked.' }),
    lateMicros: nullable({ ...MicrosJson, description: 'What its provider said afterwards.' }),
  },
  named('PaidCall', 'A call of an external service, and what it cost.'),
);
const Booking = Type.Object(
  {
    kind: Type.String({ maxLength: 20, description: 'reserve, settle, release or refund.' }),
    amountMicros: MicrosJson,
    reference: nullable({ ...Text, description: 'Of a refund.' }),
    at: Timestamp,
  },
  named('Booking', 'A transfer of the execution.'),
);

export const OperatedExecution = Type.Object(
  {
    execution: Execution,
    key: Type.Object(
      { id: KeyId, name: nullable(Text), publicId: nullable(Text) },
      named('AskedKey', 'Under which it was asked for.'),
    ),
    idempotencyKey: Text,
    attempts: { ...Count, description: 'Claims that may have ended in a crash.' },
    claims: { ...Count, description: 'How often a worker took it.' },
    cancelRequestedAt: nullable(Timestamp),
    cancelAfter: nullable({ ...Timestamp, description: "The client's own time limit." }),
    leasedUntil: nullable({ ...Timestamp, description: 'Until when its worker has it; null: nobody has.' }),
    nextAt: nullable({ ...Timestamp, description: 'When it is due, or looked up next.' }),
    contentDeletedActor: nullable({ ...Text, description: 'Who deleted its content, where somebody did.' }),
    calls: list(PaidCall, 20),
    bookings: list(Booking, BOOKINGS_MAX),
  },
  named(
    'OperatedExecution',
    'What explains an execution: its course, its calls, its transfers. Never what was sent or answered.',
  ),
);

export const AskedToStop = Type.Object(
  { executionId: ExecutionId, status: Status },
  named('AskedToStop', '`cancelled` at once where nobody had begun; else its worker stops it where it can.'),
);

export const DeletedContent = Type.Object(
  {
    executionId: ExecutionId,
    at: Timestamp,
    by: wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'Who deleted it.'),
    actor: nullable(
      Type.String({
        maxLength: 500,
        description: 'Who, as the issuer of their session names them; null: the service.',
      }),
    ),
  },
  named('DeletedContent', 'Nobody can read or fetch it any more; the bytes of its artifacts are gone within a minute.'),
);
