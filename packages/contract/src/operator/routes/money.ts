/** Balances: what comes and goes without an execution, and what is held. Money moves only for platform operators, but for play money. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  AdjustmentRequest,
  Booked,
  CreditRequest,
  HoldQuery,
  ProjectBalance,
  RefundRequest,
} from '../schemas/money.ts';
import { TopUpRequest } from '../schemas/top-up.ts';

const ofProject = { params: { projectId: ProjectId }, tag: 'Money', access: { project: 'ADMIN' } } as const;
/** An ADMIN who is no operator is told that a permission is missing. */
const byOperators = { ...ofProject, method: 'POST', idempotency: 'required' } as const;
const booked = { 200: { description: 'The balance after it.', schema: Booked } } as const;
const why = { reference: 'ticket-4711', reason: 'Two hours without service on Monday.' } as const;

export const moneyRoutes = {
  getBalance: {
    ...ofProject,
    access: { project: 'VIEWER' },
    method: 'GET',
    path: '/projects/{projectId}/balance',
    query: HoldQuery,
    summary: 'Balance, caps and open holds',
    description: 'With every execution for which something is held, newest first, by pages.',
    successes: { 200: { description: 'The balance.', schema: ProjectBalance } },
    errors: [],
  },
  topUp: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/top-ups',
    act: 'balance.top_up',
    summary: 'Add what was paid, once for each reference',
    description:
      'To a live project by a platform operator alone, under the reference of the payment. To a test project by its ADMIN as often as they like: it is play money.',
    body: { kind: 'json', schema: TopUpRequest, example: { amountMicros: 5_000_000, reference: 'monday' } },
    successes: { 200: { description: 'The balance.', schema: Booked } },
    errors: [],
  },
  giveCredit: {
    ...byOperators,
    path: '/projects/{projectId}/credits',
    act: 'balance.credit',
    summary: 'Give a credit',
    description: 'New balance without a payment. By platform operators.',
    body: { kind: 'json', schema: CreditRequest, example: { amountMicros: 2_000_000, ...why } },
    successes: booked,
    errors: ['idempotency_key_required'],
  },
  adjustBalance: {
    ...byOperators,
    path: '/projects/{projectId}/adjustments',
    act: 'balance.adjust',
    summary: 'Correct the balance',
    description: 'Adds, or takes what is available; never what is held. By platform operators.',
    body: { kind: 'json', schema: AdjustmentRequest, example: { amountMicros: -1_500_000, ...why } },
    successes: booked,
    errors: ['idempotency_key_required', 'insufficient_balance'],
  },
  refundExecution: {
    ...byOperators,
    path: '/projects/{projectId}/refunds',
    act: 'balance.refund',
    summary: 'Give back what an execution was charged',
    description:
      'A new credit that names the execution; all of them together are at most its charge. Its charge and the usage of its month stay. By platform operators.',
    body: {
      kind: 'json',
      schema: RefundRequest,
      example: { executionId: 'exe_01jd3m8qk7v2x5n9r4t6w8y0za', amountMicros: 1_500_000, ...why },
    },
    successes: booked,
    errors: ['idempotency_key_required', 'execution_not_found'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
