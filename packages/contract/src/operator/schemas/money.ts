/** Changes of a balance without an execution, balances and caps. */
import { Type } from 'typebox';
import {
  ExecutionId,
  MicrosJson,
  Timestamp,
  ToolName,
  closed,
  idOf,
  list,
  named,
  nullable,
  oneOf,
  shownText,
} from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

/** At most 1,000,000 USD in one booking, so that sums stay exact in JSON. */
export const FUNDING_MAX_MICROS = 1_000_000_000_000;
export const BALANCE_MAX_MICROS = 10 * FUNDING_MAX_MICROS;

const Amount = Type.Integer({ format: 'int64', minimum: 1, maximum: FUNDING_MAX_MICROS });
const Reference = Type.String({
  pattern: '^[A-Za-z0-9._:-]{1,100}$',
  maxLength: 100,
  description:
    'Identifies the booking in the project, and appears in the statement. Sending the same reference again books nothing.',
});
export const Why = shownText(500, 'The reason, for the audit log.');
export const ProposalId = idOf('ProposalId', 'prop', 'a proposal');
const Cap = nullable(MicrosJson);

export const CreditRequest = Type.Object(
  { amountMicros: Amount, reference: Reference, reason: Why },
  named('CreditRequest', 'A credit to grant.'),
);
export const AdjustmentRequest = Type.Object(
  {
    amountMicros: Type.Integer({
      format: 'int64',
      minimum: -FUNDING_MAX_MICROS,
      maximum: FUNDING_MAX_MICROS,
      description: 'Micro-units of USD. A negative amount is taken from the balance.',
    }),
    reference: Reference,
    reason: Why,
  },
  named('AdjustmentRequest', 'A correction of the balance.'),
);
export const RefundRequest = Type.Object(
  { executionId: ExecutionId, amountMicros: Amount, reference: Reference, reason: Why },
  named('RefundRequest', 'An execution and the part of its charge to refund.'),
);
export const Booked = Type.Object(
  {
    booked: Type.Boolean({
      description: 'False: the same booking was made before, or a second operator must confirm it.',
    }),
    availableMicros: MicrosJson,
    proposalId: Type.Optional({
      ...ProposalId,
      description: 'Set if a second operator must confirm: nothing is booked yet.',
    }),
  },
  named('Booked', 'The balance after the change.'),
);

export const CapRequest = Type.Object(
  { monthlyCapMicros: Cap, reason: Type.Optional(Why) },
  named('CapRequest', 'The most that a calendar month (UTC) may cost; null: no cap.'),
);
export const CapSet = Type.Object({ monthlyCapMicros: Cap }, named('CapSet', 'The current cap.'));

export const HoldQuery = pageQuery(ExecutionId);
export const ProjectBalance = Type.Object(
  {
    fundedMicros: MicrosJson,
    availableMicros: MicrosJson,
    heldMicros: MicrosJson,
    spentMicros: MicrosJson,
    chargedMicros: MicrosJson,
    lowBalanceMicros: nullable(MicrosJson),
    isLow: Type.Boolean({ description: 'Whether the available balance is below `lowBalanceMicros`.' }),
    caps: Type.Object(
      {
        projectMicros: nullable(MicrosJson),
        leftMicros: nullable(MicrosJson),
      },
      {
        ...closed,
        description:
          'The cap of the project, and what remains this month under the stricter of the project and organization caps.',
      },
    ),
    holds: list(
      Type.Object(
        {
          executionId: ExecutionId,
          tool: ToolName,
          status: oneOf('OpenStatus', ['queued', 'running', 'needs_review'], 'The status of an open execution.'),
          heldMicros: MicrosJson,
          since: Timestamp,
        },
        named('OpenHold', 'The amount that is set aside for an open execution.'),
      ),
      PAGE_MAX,
    ),
    nextBefore: nullable(ExecutionId),
  },
  named('ProjectBalance', 'The balance of a project, its open holds, and its spending.'),
);
