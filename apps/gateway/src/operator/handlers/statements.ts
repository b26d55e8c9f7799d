/** Statements of a month, as figures, lines and CSV, and the balances that are low. */
import { CSV_LINES_MAX, PAGE_DEFAULT } from '@farebox/contract';
import type { Database } from '@farebox/db';
import {
  readLowBalances,
  readStatement,
  readStatementLines,
  readToolTotals,
  setLowBalance as set,
  statementCsv,
} from '@farebox/ledger';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';

export const showStatement =
  ({ database }: OperatorDependencies): Read<'showStatement'> =>
  async ({ params: { projectId }, query: { month = thisMonth() } }) => {
    const [figures, tools] = await Promise.all([
      readStatement(database, { projectId, month }),
      readToolTotals(database, { projectId, month }),
    ]);
    const amounts = Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, Number(amount)]));
    const charged = tools.map(({ chargedMicros, ...tool }) => ({ ...tool, chargedMicros: Number(chargedMicros) }));
    return { month, currency: 'USD', ...amounts, tools: charged };
  };

export const listStatementLines =
  ({ database }: OperatorDependencies): Read<'listStatementLines'> =>
  async ({ params: { projectId }, query: { month = thisMonth(), before, limit = PAGE_DEFAULT } }) => {
    const { lines, nextBefore } = await page(database, { projectId, month, before, limit });
    const wire = lines.map(({ line, at, amountMicros, ...rest }) => ({
      ...rest,
      line: Number(line),
      at: at.toISOString(),
      amountMicros: Number(amountMicros),
    }));
    return { month, lines: wire, nextBefore };
  };

export const exportStatement =
  ({ database }: OperatorDependencies): Read<'exportStatement'> =>
  async ({ params: { projectId }, query: { month = thisMonth(), before, limit = CSV_LINES_MAX } }) => {
    const { lines, nextBefore } = await page(database, { projectId, month, before, limit });
    return { month, csv: statementCsv(lines), nextBefore };
  };

export const setLowBalance =
  (_: OperatorDependencies): Act<'setLowBalance'> =>
  async (transaction, { params: { projectId }, body: { lowBalanceMicros } }) => {
    const threshold = lowBalanceMicros === null ? null : BigInt(lowBalanceMicros);
    const before = await set(transaction, { projectId, lowBalanceMicros: threshold });
    const was = { lowBalanceMicros: before === null ? null : Number(before) };
    const data = { lowBalanceMicros };
    return { data, entry: before === threshold ? null : { target: projectId, before: was, after: data } };
  };

export const listLowBalances =
  ({ database }: OperatorDependencies): Read<'listLowBalances'> =>
  async ({ query: { before, limit = PAGE_DEFAULT } }) => {
    // One more than is shown tells whether there are older ones.
    const found = await readLowBalances(database, { before, limit: limit + 1 });
    const projects = found.slice(0, limit).map(({ lowBalanceMicros, availableMicros, ...project }) => ({
      ...project,
      lowBalanceMicros: Number(lowBalanceMicros),
      availableMicros: Number(availableMicros),
    }));
    return { projects, nextBefore: found.length > limit ? (projects.at(-1)?.projectId ?? null) : null };
  };

type Lines = Parameters<typeof readStatementLines>[1];

async function page(database: Database, { limit, ...asked }: Lines) {
  const found = await readStatementLines(database, { ...asked, limit: limit + 1 });
  const lines = found.slice(0, limit);
  return { lines, nextBefore: found.length > limit ? Number(lines.at(-1)?.line) : null };
}

/** By this gateway's clock: which month is shown where none was asked for. */
const thisMonth = (): string => new Date().toISOString().slice(0, 7);
