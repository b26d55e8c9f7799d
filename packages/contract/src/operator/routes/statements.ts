/** Monthly statements and low balances. */
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
    summary: 'Read the statement of a month',
    description:
      'The exact sum of all transfers, in micro-units of USD. The statement of the current month shows the present state.',
    successes: { 200: { description: 'The statement.', schema: Statement } },
  },
  listStatementLines: {
    ...read,
    path: '/projects/{projectId}/statement/lines',
    query: LinesQuery,
    summary: 'List the lines of a statement',
    description: 'Every payment, credit, adjustment, refund and charge of the month, newest first.',
    successes: { 200: { description: 'A page of lines.', schema: StatementLines } },
  },
  exportStatement: {
    ...read,
    path: '/projects/{projectId}/statement/csv',
    query: CsvQuery,
    summary: 'Export a statement as CSV',
    description:
      'Returns the lines of the statement for spreadsheets, up to 10,000 in one response. For the next part, pass `nextBefore` as `before`.',
    successes: { 200: { description: 'The CSV.', schema: StatementCsv } },
  },
  setLowBalance: {
    tag: 'Money',
    method: 'PUT',
    params: { projectId: ProjectId },
    access: { project: 'ADMIN' },
    path: '/projects/{projectId}/low-balance',
    act: 'balance.threshold',
    summary: 'Set the low balance threshold',
    description:
      'Refuses nothing: below the threshold the balance has `isLow: true`, and the project is in the list of low balances for operators.',
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
    summary: 'List projects with a low balance',
    description: 'Projects whose available balance is below their threshold, newest first.',
    successes: { 200: { description: 'A page of projects.', schema: LowBalances } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
