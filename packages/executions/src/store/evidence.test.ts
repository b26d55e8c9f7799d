/** What the database refuses by itself, whoever writes it: each statement is tried with psql's means, as the owner of the tables. */
import { Prisma } from '@tollgate/db';
import { micros } from '@tollgate/kernel';
import { runSql } from '@tollgate/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import { type ExecutionStore, createExecutionStore } from './index.ts';
import { type FinishedStep, type WorkerStore, createWorkerStore, leaseOf } from './worker/index.ts';

let fixture: Fixture;
let store: ExecutionStore;
let worker: WorkerStore;
let projectId: string;
/** Queued; and one that succeeded for 60 of 100. */
let open: string;
let ended: string;

const step: FinishedStep = {
  index: 0,
  status: 'succeeded',
  attempt: 1,
  units: 1n,
  result: undefined,
  costMicros: null,
  startedAt: new Date(),
  finishedAt: new Date(),
  artifacts: [],
};

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

const BOOK = 'INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id) VALUES';
const END = `finished_at = instant(), billing = '[]', run_at = NULL, notify_at = NULL, leased_until = NULL, claim_token = NULL`;
const MOVE = (available: number, spent: number) => `UPDATE ledger_account SET held_micros = held_micros - 100,
  available_micros = available_micros + ${available}, spent_micros = spent_micros + ${spent} WHERE project_id = '$project'`;
const ACCEPT = (
  maximum: number,
) => `INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version,
    minimum_micros, maximum_micros, arguments, plan, engine, max_runtime_seconds, run_at)
  SELECT id || 'x', project_id, key_id, key_lineage, id, body_sha256, tool, price_version, minimum_micros, ${maximum}, arguments, plan, engine, 60, instant()
  FROM execution WHERE id = '$open'`;

const REFUSED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'an execution without its books': {
    'accepted for more than there is': [ACCEPT(10_000)],
    'accepted with a hold of less than its maximum': [
      ACCEPT(100),
      `${BOOK} ('$project', 'reserve', 'available', 'held', 99, '$openx')`,
    ],
    'ended for more than its hold': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'failed', charged_micros = 101, ${END} WHERE id = '$open'`,
    ],
    'accepted as ended': [
      ACCEPT(100)
        .replace('run_at)', 'run_at, status, charged_micros, billing, finished_at)')
        .replace('60, instant()', `60, NULL, 'failed', 0, '[]', instant()`),
    ],
    'ended for more than is settled': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'failed', charged_micros = 60, ${END} WHERE id = '$open'`,
      `${BOOK} ('$project', 'settle', 'held', 'spent', 50, '$open'), ('$project', 'release', 'held', 'available', 40, '$open')`,
    ],
    'ended without the release of the rest': [
      `UPDATE execution SET status = 'cancelled', charged_micros = 0, ${END} WHERE id = '$open'`,
      `${BOOK} ('$project', 'settle', 'held', 'spent', 0, '$open')`,
      MOVE(100, 0),
    ],
    'succeeded without a step': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'succeeded', charged_micros = 100, ${END} WHERE id = '$open'`,
      `${BOOK} ('$project', 'settle', 'held', 'spent', 100, '$open')`,
      MOVE(0, 100),
    ],
  },
  'a transfer without its execution': {
    'a hold of nobody': [`${BOOK} ('$project', 'reserve', 'available', 'held', 100, 'exe_nobody')`],
    'a second hold': [`${BOOK} ('$project', 'reserve', 'available', 'held', 100, '$open')`],
    'a settlement of what is open': [`${BOOK} ('$project', 'settle', 'held', 'spent', 0, '$open')`],
    'a release of what is open': [`${BOOK} ('$project', 'release', 'held', 'available', 100, '$open')`],
    'a second settlement': [`${BOOK} ('$project', 'settle', 'held', 'spent', 60, '$ended')`],
    'a second release': [`${BOOK} ('$project', 'release', 'held', 'available', 40, '$ended')`],
    'a hold of another project': [
      `INSERT INTO project (id, organization_id, name) SELECT 'proj_other', organization_id, 'Other' FROM project WHERE id = '$project'`,
      `SELECT ledger_open('proj_other')`,
      ACCEPT(100),
      `${BOOK} ('proj_other', 'reserve', 'available', 'held', 100, '$openx')`,
    ],
  },
  'a change of what was accepted': Object.fromEntries(
    Object.entries({
      id: `'exe_other'`,
      project_id: 'project_id',
      key_id: `'key_two'`,
      key_lineage: `'key_two'`,
      idempotency_key: `'other'`,
      body_sha256: `decode(repeat('cd', 32), 'hex')`,
      tool: `'audio-transcribe'`,
      model: `'other'`,
      price_version: `'other'`,
      minimum_micros: '0',
      maximum_micros: '101',
      arguments: `'{"width": 1}'`,
      plan: 'plan || plan',
      timeline: '2',
      created_at: 'instant()',
    }).map(([column, value]) => [column, [`UPDATE execution SET ${column} = ${value} WHERE id = '$open'`]]),
  ),
  'a change of what has ended': {
    'its charge': [`UPDATE execution SET charged_micros = 59 WHERE id = '$ended'`],
    'its status': [`UPDATE execution SET status = 'failed' WHERE id = '$ended'`],
    'the outcome of a step': [`UPDATE execution_step SET status = 'failed' WHERE execution_id = '$ended'`],
    'the place of a step': [`UPDATE execution_step SET index = 1 WHERE execution_id = '$ended'`],
    'the steps that ended with it': [`UPDATE execution SET local_steps = '[]' WHERE id = '$ended'`],
    'a transfer': [`UPDATE ledger_transfer SET amount_micros = 61 WHERE execution_id = '$ended' AND kind = 'settle'`],
  },
  'the removal of evidence': Object.fromEntries(
    ['execution', 'execution_step', 'ledger_transfer', 'ledger_account', 'usage_month', 'file'].flatMap((table) => [
      [`DELETE of ${table}`, [`DELETE FROM ${table}`]],
      [`TRUNCATE of ${table}`, [`TRUNCATE ${table} CASCADE`]],
    ]),
  ),
};

const all = () =>
  Promise.all(
    ['execution', 'execution_step', 'ledger_transfer', 'ledger_account', 'usage_month', 'project'].map((table) =>
      fixture.database.rows(Prisma.raw(`SELECT to_jsonb(t) AS row FROM ${table} AS t ORDER BY to_jsonb(t)::text`)),
    ),
  );

describe.each(Object.entries(REFUSED))('%s is refused', (_, cases) => {
  test.each(Object.entries(cases))('%s', async (_title, statements) => {
    const before = await all();
    const own = statements.map((text) =>
      text
        .replaceAll('$openx', `${open}x`)
        .replaceAll('$open', open)
        .replaceAll('$ended', ended)
        .replaceAll('$project', projectId),
    );
    // Class 23: integrity constraints.
    await expect(runSql(fixture.url, 'BEGIN', ...own, 'COMMIT')).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
    expect(await all()).toEqual(before);
  });
});

test('a worker that ends an execution as a success without its steps is refused, and nothing moves', async () => {
  const id = await accepted();
  const before = await fixture.balance(projectId);
  await expect(finish(id, [])).rejects.toThrow('succeeded without each of its steps');
  expect(await fixture.balance(projectId)).toEqual(before);
});

test('whoever accepts holds, and whoever ends settles: the statement books it itself', async () => {
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
