/** Statements that the database itself refuses from any writer: each is tried by SQL as the owner of the tables. */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import { finishedStep } from '../testing/stores.ts';
import { type ExecutionStore, createExecutionStore } from './index.ts';
import { ACCEPT, END, REFUSED } from '../testing/refused.ts';
import { type FinishedStep, type WorkerStore, createWorkerStore, leaseOf } from './worker/index.ts';

let fixture: Fixture;
let store: ExecutionStore;
let worker: WorkerStore;
let projectId: string;
/** A queued execution, and one that succeeded and was charged 60 of 100. */
let open: string;
let ended: string;

const step = finishedStep();

async function accepted(): Promise<string> {
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return outcome.execution.id;
}

const finish = async (id: string, steps: readonly FinishedStep[], recorded: readonly FinishedStep[] = []) => {
  const held = leaseOf((await worker.claim({ projectId, id }))!);
  if (recorded.length > 0) await worker.record({ ...held, steps: recorded, handOver: null });
  return await worker.finish({
    ...held,
    status: 'succeeded',
    statusReason: null,
    error: null,
    charge: { chargedMicros: micros(60n), billing: [] },
    steps,
    result: undefined,
  });
};

beforeAll(async () => {
  fixture = await openFixture();
  store = createExecutionStore(fixture.database);
  worker = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  projectId = await fixture.project({ balanceMicros: 10_000n });
  open = await accepted();
  ended = await accepted();
  await finish(ended, [], [step]);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const all = () =>
  Promise.all(
    ['execution', 'execution_step', 'ledger_transfer', 'ledger_account', 'usage_month', 'project'].map((table) =>
      fixture.database.rows(Prisma.raw(`SELECT to_jsonb(t) AS row FROM ${table} AS t ORDER BY to_jsonb(t)::text`)),
    ),
  );

/** Class 23: integrity constraints; a row's CHECK constraints come before all others. */
const codeOf = (group: string): RegExp => (group === 'a row that cannot be' ? /^23514$/ : /^23/);

describe.each(Object.entries(REFUSED))('%s is refused', (group, cases) => {
  test.each(Object.entries(cases))('%s', async (_title, statements) => {
    const before = await all();
    const own = statements.map((text) =>
      text
        .replaceAll('$openx', `${open}x`)
        .replaceAll('$open', open)
        .replaceAll('$ended', ended)
        .replaceAll('$project', projectId),
    );
    await expect(runSql(fixture.url, 'BEGIN', ...own, 'COMMIT')).rejects.toMatchObject({
      code: expect.stringMatching(codeOf(group)),
    });
    expect(await all()).toEqual(before);
  });
});

test('a worker cannot end an execution as a success without its steps, and no money moves', async () => {
  const id = await accepted();
  const before = await fixture.balance(projectId);
  await expect(finish(id, [])).rejects.toThrow('succeeded without each of its steps');
  expect(await fixture.balance(projectId)).toEqual(before);
});

test('inserting an execution books its hold, and ending it books its settlement, in the same statement', async () => {
  const own = (text: string) => text.replaceAll('$project', projectId).replaceAll('$open', open);
  const before = await fixture.balance(projectId);
  await runSql(fixture.url, own(ACCEPT(99)));
  expect(await fixture.balance(projectId)).toEqual({
    ...before,
    available: before.available - 99n,
    held: before.held + 99n,
  });
  await runSql(
    fixture.url,
    `UPDATE execution SET status = 'cancelled', charged_micros = 0, ${END} WHERE id = '${open}x'`,
  );
  expect(await fixture.balance(projectId)).toEqual(before);
  const transfers = await fixture.database.rows(
    Prisma.sql`SELECT kind, amount_micros FROM ledger_transfer WHERE execution_id = ${`${open}x`} ORDER BY id`,
  );
  expect(transfers).toEqual([
    { kind: 'reserve', amount_micros: 99n },
    { kind: 'settle', amount_micros: 0n },
    { kind: 'release', amount_micros: 99n },
  ]);
});
