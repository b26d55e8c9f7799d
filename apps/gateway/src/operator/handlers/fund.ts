/** Money without an execution: who may give it, and under which reference. */
import { invalidRequest, TOP_UP_MAX_MICROS } from '@farebox/contract';
import { environmentOfProject } from '@farebox/identity';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act } from '../endpoint.ts';
import { book, mustBeOperator } from '../funding.ts';

type Needs = Pick<OperatorDependencies, 'aloneMaxMicros'>;

export const topUp =
  ({ aloneMaxMicros }: Needs): Act<'topUp'> =>
  async (transaction, { caller, params: { projectId }, body: { amountMicros, reference } }) => {
    const isTest = (await environmentOfProject(transaction, projectId)) === 'test';
    if (!isTest) mustBeOperator(caller);
    else if (amountMicros > TOP_UP_MAX_MICROS)
      throw invalidRequest({ '/amountMicros': `play money comes by at most ${TOP_UP_MAX_MICROS} micro-USD` });
    // Separate prefixes: neither kind is mistaken for the other, or for a payment that was booked automatically.
    const order = {
      projectId,
      amountMicros: BigInt(amountMicros),
      reference: `${isTest ? 'test' : 'paid'}-${reference}`,
    };
    const funding = { ...order, kind: 'top_up', executionId: null } as const;
    return book(transaction, funding, { caller, reason: null, aloneMaxMicros });
  };

export const giveCredit =
  ({ aloneMaxMicros }: Needs): Act<'giveCredit'> =>
  async (transaction, { caller, params: { projectId }, body: { amountMicros, reference, reason } }) => {
    mustBeOperator(caller);
    const amount = { amountMicros: BigInt(amountMicros), reference: `credit-${reference}` };
    return book(
      transaction,
      { projectId, kind: 'credit', executionId: null, ...amount },
      { caller, reason, aloneMaxMicros },
    );
  };

export const adjustBalance =
  ({ aloneMaxMicros }: Needs): Act<'adjustBalance'> =>
  async (transaction, { caller, params: { projectId }, body: { amountMicros, reference, reason } }) => {
    mustBeOperator(caller);
    if (amountMicros === 0) throw invalidRequest({ '/amountMicros': 'is nothing' });
    const amount = { amountMicros: BigInt(amountMicros), reference: `adjustment-${reference}` };
    return book(
      transaction,
      { projectId, kind: 'adjustment', executionId: null, ...amount },
      { caller, reason, aloneMaxMicros },
    );
  };

export const refundExecution =
  ({ aloneMaxMicros }: Needs): Act<'refundExecution'> =>
  async (transaction, { caller, params: { projectId }, body: { executionId, amountMicros, reference, reason } }) => {
    mustBeOperator(caller);
    const amount = { amountMicros: BigInt(amountMicros), reference: `refund-${reference}` };
    return book(transaction, { projectId, kind: 'refund', executionId, ...amount }, { caller, reason, aloneMaxMicros });
  };
