/** Concurrent bookings over many connections: each reference is booked once, money on hold is never taken, and refunds never exceed the charge. */
import { testDatabase, type TestDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from './testing/books.ts';
import { SqlLedger, type SqlOutcome } from './testing/sql-ledger.ts';

const CONNECTIONS = 8;

let database: TestDatabase;
let ledgers: readonly SqlLedger[];

beforeAll(async () => {
  database = await testDatabase();
  const first = await SqlLedger.open(database.url);
  const others = Array.from({ length: CONNECTIONS - 1 }, () => SqlLedger.open(database.url));
  ledgers = [first, ...(await Promise.all(others))];
});
afterAll(async () => {
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  await database.drop();
});

/** Distributes the commands over connections that send at the same time. */
async function atOnce(commands: readonly Command[]): Promise<SqlOutcome[]> {
  const dealt = ledgers.map(async (ledger, at) => {
    const outcomes: SqlOutcome[] = [];
    for (let n = at; n < commands.length; n += CONNECTIONS)
      outcomes.push(await ledger.run(commands[n] as Command, new Map()));
    return outcomes;
  });
  return (await Promise.all(dealt)).flat();
}
const done = (outcomes: readonly SqlOutcome[]): number => outcomes.filter((outcome) => outcome === 'done').length;

async function opened(project: string, funded: bigint): Promise<SqlLedger> {
  const [ledger] = ledgers as readonly [SqlLedger];
  await ledger.openAccount(project);
  await ledger.run({ kind: 'top_up', project, amount: funded, reference: 'start' }, new Map());
  return ledger;
}

const accountOf = async (project: string) => (await ledgers[0]?.accounts([project]))?.get(project);

it('a charge of 150 allows 15 of 40 concurrent refunds of 10', async () => {
  const project = 'proj_refunds';
  const ledger = await opened(project, 1_000n);
  const holds = new Map([['exe_1', { project, amount: 400n, ended: false }]]);
  await ledger.run({ kind: 'reserve', items: [{ project, execution: 'exe_1', amount: 400n }] }, holds);
  await ledger.run({ kind: 'settle', items: [{ execution: 'exe_1', charge: 150n, counted: true }] }, holds);
  const refund = { kind: 'refund', project, amount: 10n, execution: 'exe_1' } as const;
  const outcomes = await atOnce(Array.from({ length: 40 }, (_, n) => ({ ...refund, reference: `r${n}` })));
  expect(done(outcomes)).toBe(15);
  expect(await accountOf(project)).toEqual({ funded: 1_150n, available: 1_000n, held: 0n, spent: 150n });
});

it('a payment that is sent 40 times at once is booked once', async () => {
  const project = 'proj_payments';
  await opened(project, 1n);
  const payment = { kind: 'top_up', project, amount: 500n, reference: 'payment' } as const;
  expect(done(await atOnce(Array.from({ length: 40 }, () => payment)))).toBe(40);
  expect(await accountOf(project)).toEqual({ funded: 501n, available: 501n, held: 0n, spent: 0n });
});

it('concurrent adjustments and holds never exceed the balance', async () => {
  const project = 'proj_takers';
  await opened(project, 1_000n);
  const commands = Array.from({ length: 40 }, (_, n): Command =>
    n % 2 === 0
      ? { kind: 'adjustment', project, amount: -70n, reference: `a${n}` }
      : { kind: 'reserve', items: [{ project, execution: `exe_taken_${n}`, amount: 70n }] },
  );
  expect(done(await atOnce(commands))).toBe(14);
  const account = await accountOf(project);
  expect(account?.available).toBe(20n);
  expect(account?.funded).toBe(20n + (account?.held ?? 0n));
});
