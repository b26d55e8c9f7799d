/** Runs random commands in the database and in plain bigints: every balance and every refusal must agree. */
import fc from 'fast-check';
import { testDatabase, type TestDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, type Command, apply, emptyBooks } from './testing/books.ts';
import { SqlLedger } from './testing/sql-ledger.ts';

const RUNS = 100;
const COMMANDS = 100;

let database: TestDatabase;
let ledger: SqlLedger;
let sequence = 0;

beforeAll(async () => {
  database = await testDatabase();
  ledger = await SqlLedger.open(database.url);
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

/** Indices are resolved against the current state, so that most commands are valid or nearly valid. */
const draft = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('top_up' as const),
      project: fc.nat(2),
      amount: fc.integer({ min: 0, max: 50_000 }),
      reference: fc.nat(30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('credit' as const, 'adjustment' as const),
      project: fc.nat(2),
      amount: fc.integer({ min: -9_000, max: 9_000 }),
      reference: fc.nat(40),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      project: fc.nat(2),
      reference: fc.nat(40),
      pick: fc.nat(),
      share: fc.integer({ min: -5, max: 105 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      items: fc.array(
        fc.record({
          project: fc.nat(2),
          again: fc.integer({ min: 0, max: 40 }),
          amount: fc.integer({ min: 0, max: 6_000 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      items: fc.array(
        fc.record({
          pick: fc.nat(),
          share: fc.integer({ min: 0, max: 103 }),
          again: fc.integer({ min: 0, max: 20 }),
          counted: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
);
type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function commandOf(
  drafted: Draft,
  { projects, books }: { projects: readonly string[]; books: Books },
): Command | undefined {
  const project = (index: number): string => projects[index % projects.length] as string;
  const known = [...books.holds.keys()];
  const open = known.filter((execution) => books.holds.get(execution)?.ended === false);
  if (drafted.kind === 'top_up') {
    return {
      kind: 'top_up',
      project: project(drafted.project),
      amount: BigInt(drafted.amount),
      reference: `payment ${drafted.reference}`,
    };
  }
  if (drafted.kind === 'refund') return refundOf(drafted, { projects, books });
  if (drafted.kind !== 'reserve' && drafted.kind !== 'settle') {
    const { kind, amount, reference } = drafted;
    return { kind, project: project(drafted.project), amount: BigInt(amount), reference: `payment ${reference}` };
  }
  if (drafted.kind === 'reserve') {
    const items = drafted.items.map((item) => {
      // A repeated execution must belong to the same project.
      const again = item.again === 0 ? known.at(-1) : undefined;
      const execution = again ?? `exe_model_${++sequence}`;
      const owner = again === undefined ? project(item.project) : (books.holds.get(again)?.project as string);
      return { project: owner, execution, amount: BigInt(item.amount) };
    });
    return { kind: 'reserve', items };
  }
  const from = drafted.items
    .map((item) => ({ item, choice: item.again === 0 ? known : open }))
    .filter(({ choice }) => choice.length > 0);
  if (from.length === 0) return undefined;
  const items = from.map(({ item, choice }) => {
    const execution = choice[item.pick % choice.length] as string;
    const amount = books.holds.get(execution)?.amount ?? 0n;
    return { execution, charge: (amount * BigInt(item.share)) / 100n, counted: item.counted };
  });
  return { kind: 'settle', items };
}

/** A refund of any execution that was ever held, mostly for a part of its charge. */
function refundOf(
  { pick, share, reference, project }: Draft & { kind: 'refund' },
  { projects, books }: { projects: readonly string[]; books: Books },
): Command | undefined {
  const known = [...books.holds];
  const [execution, hold] = known[pick % Math.max(known.length, 1)] ?? [];
  if (execution === undefined || hold === undefined) return undefined;
  const owner = reference === 0 ? (projects[project % projects.length] as string) : hold.project;
  const amount = ((hold.charged ?? 1n) * BigInt(share)) / 100n;
  return { kind: 'refund', project: owner, amount, reference: `refund ${pick % 60}`, execution };
}

it(`balances and refusals match plain arithmetic over ${RUNS * COMMANDS} random commands`, async () => {
  let commands = 0;
  const errors = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(draft, { minLength: COMMANDS, maxLength: COMMANDS }), async (drafts) => {
      const run = ++sequence;
      const projects = [0, 1, 2].map((each) => `proj_model_${run}_${each}`);
      for (const project of projects) await ledger.openAccount(project);
      let books = emptyBooks(projects);
      for (const drafted of drafts) {
        const command = commandOf(drafted, { projects, books }) ?? {
          kind: 'top_up',
          project: projects[0] as string,
          amount: 1n,
          reference: `extra ${++sequence}`,
        };
        const expected = apply(books, command);
        const actual = await ledger.run(command, books.holds);
        expect('refused' in expected ? expected.refused : ['done']).toContain(actual);
        if ('refused' in expected) errors.add(actual);
        else books = expected.books;
        expect(await ledger.accounts(projects)).toEqual(books.accounts);
        commands++;
      }
      for (const project of projects)
        expect(await ledger.usage(project)).toEqual(books.usage.get(project) ?? { requests: 0n, charged: 0n });
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(commands).toBeGreaterThanOrEqual(10_000);
  expect([...errors].sort()).toEqual(['below_zero', 'repeated']); // the run also reached the refusals
  expect(await ledger.value(WRONG_ACCOUNTS)).toBe('0');
});

/** Accounts that do not equal the sum of their transfers. */
const WRONG_ACCOUNTS = `
  SELECT count(*) FROM ledger_account AS a LEFT JOIN (
    SELECT project_id, sum(CASE 'available' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END) AS available,
           sum(CASE 'held' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END) AS held,
           sum(CASE credit WHEN 'spent' THEN amount_micros ELSE 0 END) AS spent
    FROM ledger_transfer GROUP BY project_id) AS t USING (project_id)
  WHERE (a.available_micros, a.held_micros, a.spent_micros)
    IS DISTINCT FROM (coalesce(t.available, 0)::bigint, coalesce(t.held, 0)::bigint, coalesce(t.spent, 0)::bigint)`;
