/** Monthly statements as figures, lines and CSV, and the list of low balances. */
import { CSV_LINES_MAX, PAGE_DEFAULT } from '@farebox/contract';
import { setLowBalance as set, statementCsv } from '@farebox/ledger';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';

export const showStatement =
  ({ balances }: Pick<OperatorDependencies, 'balances'>): Read<'showStatement'> =>
  async ({ params: { projectId }, query: { month = thisMonth() } }) => {
    const [figures, tools] = await Promise.all([
      balances.readStatement({ projectId, month }),
      balances.readToolTotals({ projectId, month }),
    ]);
    const amounts = Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, Number(amount)]));
    const charged = tools.map(({ chargedMicros, ...tool }) => ({ ...tool, chargedMicros: Number(chargedMicros) }));
    return { month, currency: 'USD', ...amounts, tools: charged };
  };

export const listStatementLines =
  ({ balances }: Pick<OperatorDependencies, 'balances'>): Read<'listStatementLines'> =>
  async ({ params: { projectId }, query: { month = thisMonth(), before, limit = PAGE_DEFAULT } }) => {
    const { lines, nextBefore } = await page(balances, { projectId, month, before, limit });
    const wire = lines.map(({ line, at, amountMicros, ...rest }) => ({
      ...rest,
      line: Number(line),
      at: at.toISOString(),
      amountMicros: Number(amountMicros),
    }));
    return { month, lines: wire, nextBefore };
  };

export const exportStatement =
  ({ balances }: Pick<OperatorDependencies, 'balances'>): Read<'exportStatement'> =>
  async ({ params: { projectId }, query: { month = thisMonth(), before, limit = CSV_LINES_MAX } }) => {
    const { lines, nextBefore } = await page(balances, { projectId, month, before, limit });
    return { month, csv: statementCsv(lines), nextBefore };
  };

export const setLowBalance: Act<'setLowBalance'> = async (
  transaction,
  { params: { projectId }, body: { lowBalanceMicros } },
) => {
  const threshold = lowBalanceMicros === null ? null : BigInt(lowBalanceMicros);
  const before = await set(transaction, { projectId, lowBalanceMicros: threshold });
  const was = { lowBalanceMicros: before === null ? null : Number(before) };
  const data = { lowBalanceMicros };
  return { data, entry: before === threshold ? null : { target: projectId, before: was, after: data } };
};

export const listLowBalances =
  ({ balances }: Pick<OperatorDependencies, 'balances'>): Read<'listLowBalances'> =>
  async ({ query: { before, limit = PAGE_DEFAULT } }) => {
    // One more row than the page shows if there are older ones.
    const found = await balances.readLowBalances({ before, limit: limit + 1 });
    const projects = found.slice(0, limit).map(({ lowBalanceMicros, availableMicros, ...project }) => ({
      ...project,
      lowBalanceMicros: Number(lowBalanceMicros),
      availableMicros: Number(availableMicros),
    }));
    return { projects, nextBefore: found.length > limit ? (projects.at(-1)?.projectId ?? null) : null };
  };

type Balances = Pick<OperatorDependencies['balances'], 'readStatementLines'>;
type Lines = Parameters<Balances['readStatementLines']>[0];

async function page(balances: Balances, { limit, ...asked }: Lines) {
  const found = await balances.readStatementLines({ ...asked, limit: limit + 1 });
  const lines = found.slice(0, limit);
  return { lines, nextBefore: found.length > limit ? Number(lines.at(-1)?.line) : null };
}

/** The default month, by this gateway's clock. */
const thisMonth = (): string => new Date().toISOString().slice(0, 7);
