/** Play money for a test project, as often as its ADMIN likes. Money of a live project comes from payments, and never from here. */
import { AppError, invalidRequest } from '@tollgate/contract';
import { isStatementError } from '@tollgate/db';
import { type Micros, micros, microsToJson } from '@tollgate/kernel';
import { environmentOfProject } from '@tollgate/identity';
import { readUsage, topUp } from '@tollgate/ledger';
import { type Static, Type } from 'typebox';
import type { Operation } from './operation.ts';

/** 10,000 USD at once, and a thousand times that in all: amounts stay exact in JSON. */
const AMOUNT_MAX = 10_000_000_000;
const BALANCE_MAX: Micros = micros(1000n * BigInt(AMOUNT_MAX));

const TopUpBody = Type.Object(
  {
    amountMicros: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX }),
    /** The same again adds nothing. */
    reference: Type.String({ pattern: '^[A-Za-z0-9._:-]{1,100}$' }),
  },
  { additionalProperties: false },
);

export const topUpOperation: Operation = {
  method: 'post',
  path: '/top-ups',
  schema: TopUpBody,
  run: async ({ database }, { projectId, body }) => {
    const { amountMicros, reference } = body as Static<typeof TopUpBody>;
    if ((await environmentOfProject(database, projectId)) !== 'test') throw new AppError('project_permission_required');
    const { availableMicros } = await readUsage(database, projectId);
    const amount = micros(amountMicros);
    if (availableMicros + amount > BALANCE_MAX) {
      throw invalidRequest({ '/amountMicros': `a balance is at most ${BALANCE_MAX} micro-USD` });
    }
    // Its own name space: a payment that is booked some day is not taken for one of these.
    const isNew = await topUp(database, { projectId, amountMicros: amount, reference: `test-${reference}` }).catch(
      refused,
    );
    const usage = await readUsage(database, projectId);
    return { status: 200, data: { added: isNew, availableMicros: microsToJson(usage.availableMicros) } };
  },
};

/** The reference stands for another amount already. */
function refused(error: unknown): never {
  throw isStatementError(error) ? new AppError('idempotency_key_conflict') : error;
}
