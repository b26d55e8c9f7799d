/** Money that comes and goes without an execution, balances and caps. */
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
} from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

/** 1,000,000 USD at once: amounts stay exact in JSON. */
export const FUNDING_MAX_MICROS = 1_000_000_000_000;
export const BALANCE_MAX_MICROS = 10 * FUNDING_MAX_MICROS;

const Amount = Type.Integer({ format: 'int64', minimum: 1, maximum: FUNDING_MAX_MICROS });
const Reference = Type.String({
  pattern: '^[A-Za-z0-9._:-]{1,100}$',
  maxLength: 100,
  description: 'Names it in the project, and stands in the statement. The same again books nothing.',
});
export const Why = Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the audit log.' });
export const ProposalId = idOf('ProposalId', 'prop', 'money that one operator proposed');
const Cap = nullable(MicrosJson);

export const CreditRequest = Type.Object(
  { amountMicros: Amount, reference: Reference, reason: Why },
  named('CreditRequest', 'A credit.'),
);
export const AdjustmentRequest = Type.Object(
  {
    amountMicros: Type.Integer({
      format: 'int64',
      minimum: -FUNDING_MAX_MICROS,
      maximum: FUNDING_MAX_MICROS,
      description: 'Below zero it is taken.',
    }),
    reference: Reference,
    reason: Why,
  },
  named('AdjustmentRequest', 'A correction of the balance.'),
);
export const RefundRequest = Type.Object(
  { executionId: ExecutionId, amountMicros: Amount, reference: Reference, reason: Why },
  named('RefundRequest', 'What an execution was charged, given back.'),
);
export const Booked = Type.Object(
  {
    booked: Type.Boolean({
      description: 'False: just this had been booked before, or it waits for a second operator.',
    }),
    availableMicros: MicrosJson,
    proposalId: Type.Optional({ ...ProposalId, description: 'It waits for a second operator: nothing is booked yet.' }),
  },
  named('Booked', 'The balance after it.'),
);

export const CapRequest = Type.Object(
  { monthlyCapMicros: Cap, reason: Type.Optional(Why) },
  named('CapRequest', 'What a UTC month may cost at most; null: no cap.'),
);
export const CapSet = Type.Object({ monthlyCapMicros: Cap }, named('CapSet', 'The cap as it is now.'));

export const HoldQuery = pageQuery(ExecutionId);
export const ProjectBalance = Type.Object(
  {
    fundedMicros: MicrosJson,
    availableMicros: MicrosJson,
    heldMicros: MicrosJson,
    spentMicros: MicrosJson,
    chargedMicros: MicrosJson,
    lowBalanceMicros: nullable(MicrosJson),
    isLow: Type.Boolean({ description: 'Less is available than lowBalanceMicros.' }),
    caps: Type.Object(
      {
        projectMicros: nullable(MicrosJson),
        leftMicros: nullable(MicrosJson),
      },
      {
        ...closed,
        description: 'What this month may cost, and what the narrowest cap of project and organization leaves of it.',
      },
    ),
    holds: list(
      Type.Object(
        {
          executionId: ExecutionId,
          tool: ToolName,
          status: oneOf('OpenStatus', ['queued', 'running', 'needs_review'], 'Of an execution that has not ended.'),
          heldMicros: MicrosJson,
          since: Timestamp,
        },
        named('OpenHold', 'What is set aside for an execution that has not ended.'),
      ),
      PAGE_MAX,
    ),
    nextBefore: nullable(ExecutionId),
  },
  named('ProjectBalance', 'What a project has, what is held of it and for what, and what it has spent.'),
);
