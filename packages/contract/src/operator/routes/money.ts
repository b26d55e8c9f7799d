/** Balances: changes without an execution, and open holds. Only platform operators may change a balance, except for play money. */
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
/** A project ADMIN who is not a platform operator gets `project_permission_required`. */
const byOperators = { ...ofProject, method: 'POST', idempotency: 'required' } as const;
const booked = { 200: { description: 'The balance after the change.', schema: Booked } } as const;
const why = { reference: 'ticket-4711', reason: 'Two hours without service on Monday.' } as const;

export const moneyRoutes = {
  getBalance: {
    ...ofProject,
    access: { project: 'VIEWER' },
    method: 'GET',
    path: '/projects/{projectId}/balance',
    query: HoldQuery,
    summary: 'Read the balance, caps and open holds',
    description: 'Includes every execution that has an open hold, newest first, in pages.',
    successes: { 200: { description: 'The balance.', schema: ProjectBalance } },
    errors: [],
  },
  topUp: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/top-ups',
    act: 'balance.top_up',
    summary: 'Add funds',
    description:
      'Books each reference once. Live project: only a platform operator can add funds, with the reference of the payment. Test project: its ADMINs can add play money as often as they like.',
    body: { kind: 'json', schema: TopUpRequest, example: { amountMicros: 5_000_000, reference: 'monday' } },
    successes: { 200: { description: 'The balance after the change.', schema: Booked } },
    errors: [],
  },
  giveCredit: {
    ...byOperators,
    path: '/projects/{projectId}/credits',
    act: 'balance.credit',
    summary: 'Grant a credit',
    description: 'Adds balance without a payment. Only for platform operators.',
    body: { kind: 'json', schema: CreditRequest, example: { amountMicros: 2_000_000, ...why } },
    successes: booked,
    errors: ['idempotency_key_required'],
  },
  adjustBalance: {
    ...byOperators,
    path: '/projects/{projectId}/adjustments',
    act: 'balance.adjust',
    summary: 'Adjust the balance',
    description:
      'Adds to the available balance or takes from it. Money on hold is never taken. Only for platform operators.',
    body: { kind: 'json', schema: AdjustmentRequest, example: { amountMicros: -1_500_000, ...why } },
    successes: booked,
    errors: ['idempotency_key_required', 'insufficient_balance'],
  },
  refundExecution: {
    ...byOperators,
    path: '/projects/{projectId}/refunds',
    act: 'balance.refund',
    summary: 'Refund an execution',
    description:
      "Credits all or part of an execution's charge. Refunds of one execution never exceed its charge in total. The charge itself and the usage of its month do not change. Only for platform operators.",
    body: {
      kind: 'json',
      schema: RefundRequest,
      example: { executionId: 'exe_01jd3m8qk7v2x5n9r4t6w8y0za', amountMicros: 1_500_000, ...why },
    },
    successes: booked,
    errors: ['idempotency_key_required', 'execution_not_found'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
