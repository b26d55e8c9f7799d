/** Statements of a month, and balances that are low. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  CsvQuery,
  LinesQuery,
  LowBalanceQuery,
  LowBalanceRequest,
  LowBalances,
  LowBalanceSet,
  Statement,
  StatementCsv,
  StatementLines,
  StatementQuery,
} from '../schemas/statement.ts';

const read = {
  tag: 'Statements',
  method: 'GET',
  params: { projectId: ProjectId },
  access: { project: 'VIEWER' },
  errors: [],
} as const;

export const statementRoutes = {
  showStatement: {
    ...read,
    path: '/projects/{projectId}/statement',
    query: StatementQuery,
    summary: 'Statement of a month',
    description: 'Summed from the transfers alone, to the micro-USD. The current month is as it is now.',
    successes: { 200: { description: 'The statement.', schema: Statement } },
  },
  listStatementLines: {
    ...read,
    path: '/projects/{projectId}/statement/lines',
    query: LinesQuery,
    summary: 'Lines of a statement',
    description: 'Every payment, credit, adjustment, refund and charge, newest first, by pages.',
    successes: { 200: { description: 'A page of lines.', schema: StatementLines } },
  },
  exportStatement: {
    ...read,
    path: '/projects/{projectId}/statement/csv',
    query: CsvQuery,
    summary: 'Statement as CSV',
    description: 'The same lines for spreadsheets, 10,000 at once; `nextBefore` says where the next part begins.',
    successes: { 200: { description: 'The CSV.', schema: StatementCsv } },
  },
  setLowBalance: {
    tag: 'Money',
    method: 'PUT',
    params: { projectId: ProjectId },
    access: { project: 'ADMIN' },
    path: '/projects/{projectId}/low-balance',
    act: 'balance.threshold',
    summary: 'Say below what a balance is low',
    description:
      'It refuses nothing: the balance then says so, and operators find the project among those that are low.',
    body: { kind: 'json', schema: LowBalanceRequest, example: { lowBalanceMicros: 5_000_000 } },
    successes: { 200: { description: 'The threshold.', schema: LowBalanceSet } },
    errors: [],
  },
  listLowBalances: {
    tag: 'Money',
    method: 'GET',
    access: 'platform',
    path: '/low-balances',
    query: LowBalanceQuery,
    summary: 'Projects whose balance is low',
    description: 'Those that have less available than their threshold, newest first, by pages.',
    successes: { 200: { description: 'A page of projects.', schema: LowBalances } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
