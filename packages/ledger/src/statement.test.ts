/** A statement is the exact sum of its month's transfers: the test recomputes it from random rows of several months. */
import fc from 'fast-check';
import type { Database } from '@farebox/db';
import { openTestDatabase, runSql, testDatabase, type TestDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementCsv } from './core/statement-csv.ts';
import { readStatement, readStatementLines, type StatementLine } from './store/statement.ts';
import { SqlLedger } from './testing/sql-ledger.ts';

let server: TestDatabase;
let ledger: SqlLedger;
let database: Database;

beforeAll(async () => {
  server = await testDatabase();
  ledger = await SqlLedger.open(server.url);
  database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await ledger.close();
  await server.drop();
});

/** The middle two have months on both sides. */
const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02'] as const;
const FIRST_MS = Date.UTC(2025, 10, 1);
const END_MS = Date.UTC(2026, 2, 1);
/** The first and the last millisecond of each month, where a clock in another time zone would be wrong. */
const EDGES_MS = MONTHS.map((month) => Date.parse(`${month}-01`)).flatMap((ms) =>
  ms === FIRST_MS ? [ms] : [ms - 1, ms],
);

const KINDS = {
  top_up: ['funding', 'available'],
  credit: ['funding', 'available'],
  refund: ['funding', 'available'],
  adjustment: ['funding', 'available'],
  taken: ['available', 'funding'],
  reserve: ['available', 'held'],
  release: ['held', 'available'],
  settle: ['held', 'spent'],
} as const;
type Kind = keyof typeof KINDS;

interface Row {
  readonly kind: Kind;
  readonly amount: number;
  readonly ms: number;
}

const row = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
  amount: fc.integer({ min: 1, max: 2 ** 40 }),
  ms: fc.oneof(fc.integer({ min: FIRST_MS, max: END_MS - 1 }), fc.constantFrom(...EDGES_MS)),
});

/** Writes rows that the ledger itself might refuse: the statement must add up whatever the table has. */
async function write(project: string, rows: readonly Row[]): Promise<void> {
  await ledger.openAccount(project);
  const values = rows.map(({ kind, amount, ms }, n) => {
    const [debit, credit] = KINDS[kind];
    const isOfExecution = ['reserve', 'release', 'settle'].includes(kind);
    const [execution, reference] = isOfExecution ? [`'exe_${n}'`, 'NULL'] : ['NULL', `'${kind}-${n}'`];
    return `('${project}', '${kind === 'taken' ? 'adjustment' : kind}', '${debit}', '${credit}', ${amount}, ${execution}, ${reference}, '${new Date(ms).toISOString()}')`;
  });
  await runSql(
    server.url,
    'ALTER TABLE ledger_transfer DISABLE TRIGGER USER',
    `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id, reference, created_at) VALUES ${values.join()}`,
    'ALTER TABLE ledger_transfer ENABLE TRIGGER USER',
  );
}

const sum = (rows: readonly Row[], ...kinds: readonly Kind[]): bigint =>
  rows.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + BigInt(amount), 0n);
const balance = (rows: readonly Row[]): bigint =>
  sum(rows, 'top_up', 'credit', 'refund', 'adjustment') - sum(rows, 'taken', 'settle');

async function allLines(projectId: string, month: string): Promise<StatementLine[]> {
  const found: StatementLine[] = [];
  for (;;) {
    const before = found.at(-1)?.line;
    const from = before === undefined ? null : Number(before);
    const page = await readStatementLines(database, { projectId, month, limit: 7, before: from });
    if (page.length === 0) return found;
    found.push(...page);
  }
}

/** Reads the amounts of a CSV with independent code. */
const amountsOf = (csv: string): bigint[] =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => BigInt(line.split(',')[3] as string));
const added = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

test('in random months every figure is the sum of its transfers, and the lines and the CSV add up to it', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
      const project = `proj_statement_${++run}`;
      await write(project, rows);
      for (const month of MONTHS) {
        const begin = Date.parse(`${month}-01`);
        const end = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1);
        const within = rows.filter(({ ms }) => ms >= begin && ms < end);
        const until = rows.filter(({ ms }) => ms < end);
        const statement = await readStatement(database, { projectId: project, month });
        expect(statement).toEqual({
          openingMicros: balance(rows.filter(({ ms }) => ms < begin)),
          toppedUpMicros: sum(within, 'top_up'),
          creditedMicros: sum(within, 'credit'),
          adjustedMicros: sum(within, 'adjustment') - sum(within, 'taken'),
          refundedMicros: sum(within, 'refund'),
          chargedMicros: sum(within, 'settle'),
          closingMicros: balance(until),
          heldMicros: sum(until, 'reserve') - sum(until, 'release', 'settle'),
        });
        const lines = await allLines(project, month);
        expect(lines).toHaveLength(within.filter(({ kind }) => kind !== 'reserve' && kind !== 'release').length);
        const difference = statement.closingMicros - statement.openingMicros;
        expect(added(lines.map(({ amountMicros }) => amountMicros))).toBe(difference);
        expect(added(amountsOf(statementCsv(lines)))).toBe(difference);
      }
    }),
    { numRuns: 40 },
  );
});

test('a CSV has a header row, whole amounts, and quotes where they are needed', () => {
  const line = {
    line: 7n,
    at: new Date(0),
    amountMicros: -1_500_000n,
    executionId: 'exe_1',
    tool: 'image-resize',
    reference: null,
  };
  const odd = {
    ...line,
    kind: 'credit',
    executionId: null,
    tool: null,
    amountMicros: 2n,
    reference: '=1+"2",3',
  } as const;
  expect(statementCsv([{ ...line, kind: 'charge' }, odd]).split('\r\n')).toEqual([
    'line,at,kind,amount_micros,currency,execution,tool,reference',
    '7,1970-01-01T00:00:00.000Z,charge,-1500000,USD,exe_1,image-resize,',
    '7,1970-01-01T00:00:00.000Z,credit,2,USD,,,"=1+""2"",3"',
    '',
  ]);
});
