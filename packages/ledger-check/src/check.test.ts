import { createBatchStore, createExecutionStore, createWorkerStore } from '@farebox/executions';
import { createMetrics } from '@farebox/telemetry';
import { runSql } from '@farebox/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger, LEDGER_CHECK_LIMITS } from './check.ts';
import { BREACHES, STEP } from './testing/breaches.ts';
import { type ProjectFixture, openProjectFixture, requestIn } from '@farebox/executions/testing';

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

/** Allows a tick right after another. */
const AT_ONCE = { ...LEDGER_CHECK_LIMITS, everySeconds: 0 };
const PRICE = 7n;

/** Runs one tick; returns rule and subject of each logged line, and the metric. */
async function tick(limits = AT_ONCE) {
  const metrics = createMetrics('test');
  const said: string[] = [];
  const error = ({ rule, subject }: { rule?: string; subject?: string }) => void said.push(`${rule} ${subject}`);
  const found = await checkLedger(fixture.database, { metrics, logger: { error } as never }, limits);
  expect(found).toBe(said.length);
  const { values } = await metrics.ledgerViolations.get();
  return { said, standing: values.reduce((sum, { value }) => sum + value, 0) };
}

async function finished(status: 'succeeded' | 'failed' = 'succeeded'): Promise<string> {
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const id = await fixture.accept();
  const claimed = (await store.claim({ projectId: fixture.projectId, id }))!;
  const times = { startedAt: new Date(), finishedAt: new Date(), artifacts: [] };
  const step = { index: 0, status, attempt: 1, units: 3n, result: undefined, costMicros: null, ...times } as const;
  const amountMicros = (status === 'succeeded' ? 3n * PRICE : 0n) as never;
  const line = { step: 0, description: 'Work', unit: 'unit', quantity: 3n, amountMicros };
  const charge = { chargedMicros: amountMicros, billing: status === 'succeeded' ? [line] : [] };
  const error = status === 'failed' ? { status: 'INTERNAL', message: 'x' } : null;
  const ending = { status, statusReason: null, error, charge, steps: [step], result: undefined };
  expect(await store.finish({ ...claimed, ...ending })).toBe(true);
  return id;
}

async function cancelled(): Promise<string> {
  const id = await fixture.accept();
  const request = { projectId: fixture.projectId, id, keyLineage: 'key_one', role: 'MEMBER' } as const;
  await createExecutionStore(fixture.database).requestCancel(request);
  return id;
}

const TABLES = [
  'execution',
  'execution_step',
  'ledger_transfer',
  'ledger_refund',
  'ledger_account',
  'usage_month',
  'provider_cost',
  'checkout',
  'payment_event',
  'batch',
  'batch_item',
];
const switched = (how: 'DISABLE' | 'ENABLE') => TABLES.map((table) => `ALTER TABLE ${table} ${how} TRIGGER USER`);

/** Changes rows with the triggers off, as the owner of the tables, which no app can do. */
const tamper = (...statements: readonly string[]): Promise<unknown> =>
  runSql(fixture.url, ...switched('DISABLE'), ...statements, ...switched('ENABLE'));

test('the ledger check reports nothing about correct books, whatever the outcomes of executions', async () => {
  expect(await tick()).toEqual({ said: [], standing: 0 });
  await finished();
  await finished('failed');
  await cancelled();
  await fixture.accept();
  for (const id of [await finished(), await finished('failed'), await cancelled()])
    await fixture.sql(`SELECT execution_delete_content('${fixture.projectId}', '${id}', 'member', 'oidc|ann')`);
  for (let n = 0; n < 3; n++) expect(await tick()).toEqual({ said: [], standing: 0 });
});

test('the ledger check reports nothing about money without an execution, of any kind and direction', async () => {
  const [id, other] = [await finished(), await finished()];
  const fund = (kind: string, amount: number, execution: string | null = null) =>
    fixture.sql(
      `SELECT ledger_fund('${fixture.projectId}', '${kind}', ${amount}, '${kind} ${amount} ${execution}', ${execution === null ? 'NULL' : `'${execution}'`})`,
    );
  await fund('credit', 700);
  await fund('adjustment', -400);
  expect(await tick()).toEqual({ said: [], standing: 0 });
  await fund('adjustment', 90);
  await fund('refund', 20, id);
  await fund('refund', 1, id);
  await fund('refund', 21, other);
  await fund('top_up', 5);
  expect(await tick()).toEqual({ said: [], standing: 0 });
  const [account] = await fixture.sql('SELECT funded_micros, spent_micros FROM ledger_account');
  expect(account).toEqual({ funded_micros: 1_000_437n, spent_micros: 42n });
});

test('the ledger check reports nothing about capped keys, whenever they were capped and whatever they hold', async () => {
  const cap = (lineage: string, micros: string) =>
    fixture.sql(`SELECT ledger_cap_key('${fixture.projectId}', '${lineage}', ${micros})::text`);
  await finished();
  await cap('key_of_nothing', '5');
  expect(await tick()).toEqual({ said: [], standing: 0 });
  await fixture.accept();
  await cap('key_one', '100000');
  expect(await tick()).toEqual({ said: [], standing: 0 });
  await finished();
  await finished('failed');
  await cancelled();
  await cap('key_one', 'NULL');
  await finished();
  for (let n = 0; n < 12; n++) expect(await tick({ ...AT_ONCE, transfers: 3 })).toEqual({ said: [], standing: 0 });
  const [counted] = await fixture.sql(
    'SELECT held_micros, charged_micros FROM audit_lineage JOIN audit_lineage_usage USING (lineage_id)',
  );
  expect(counted).toEqual({ held_micros: 100n, charged_micros: 63n });
});

describe('the next tick finds each breach', () => {
  test.for(Object.entries(BREACHES))('%s, and drops it once it is corrected', async ([, { does, finds, undoes }]) => {
    const [id, failed, open] = [await finished(), await finished('failed'), await fixture.accept()];
    expect(await tick()).toEqual({ said: [], standing: 0 });
    const month = new Date().toISOString().slice(0, 7);
    const fill = (text: string): string =>
      text.replace('$id', id).replace('$failed', failed).replace('$open', open).replaceAll('$p', fixture.projectId);
    await tamper(...does.map(fill));
    const newest = String((await fixture.sql<{ id: bigint }>('SELECT max(id) AS id FROM ledger_transfer'))[0]!.id);
    const expected = finds.map((find) => fill(find).replace('$month', month).replace('$t', newest));
    const { said, standing } = await tick();
    expect(said.sort()).toEqual(expected.sort());
    expect(standing).toBe(expected.length);
    expect(await tick()).toEqual({ said: [], standing }); // it is counted, but logged only once
    if (undoes.length === 0) return; // transfers cannot be undone
    await tamper(...undoes.map(fill));
    expect(await tick()).toEqual({ said: [], standing: 0 });
  });
});

test('the ledger check finds an incomplete batch and reports nothing about complete ones', async () => {
  const batches = createBatchStore(fixture.database);
  const ids: string[] = [];
  for (const size of [1, 3, 2]) {
    const { plan, ...request } = requestIn(fixture.projectId);
    const items = Array.from({ length: size }, () => ({ ...request, plan }));
    const outcome = await batches.accept({ ...request, items });
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    ids.push(outcome.batch.id);
  }
  const [first = '', second = '', third = ''] = ids;
  await batches.requestCancel({ projectId: fixture.projectId, id: third, keyLineage: 'key_one', role: 'MEMBER' });
  for (let n = 0; n < 4; n++) expect(await tick({ ...AT_ONCE, rows: 2 })).toEqual({ said: [], standing: 0 });
  await tamper(
    `CREATE TABLE gone AS SELECT * FROM batch_item WHERE batch_id = '${second}' AND index = 2`,
    `DELETE FROM batch_item WHERE batch_id = '${second}' AND index = 2`,
    `UPDATE batch SET maximum_micros = maximum_micros - 1 WHERE id = '${first}'`,
  );
  const { said, standing } = await tick();
  expect([said.toSorted(), standing]).toEqual([[`batch ${first}`, `batch ${second}`], 2]);
  await tamper(
    `INSERT INTO batch_item SELECT * FROM gone`,
    `UPDATE batch SET maximum_micros = maximum_micros + 1 WHERE id = '${first}'`,
  );
  expect(await tick()).toEqual({ said: [], standing: 0 });
});

test('the next tick checks new executions, wherever the scan of old ones is', async () => {
  const id = await finished();
  await tamper(STEP(id, 'units', '4'));
  await fixture.sql(`UPDATE keeper_cursor SET position = 'q' WHERE name = 'round'`);
  expect((await tick()).said).toEqual([`charge ${id}`]);
});

test('new executions beyond the limit of a tick are checked by the scan, a part at a time', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push(await finished());
  await tamper(...ids.map((id) => STEP(id, 'units', '4')));
  const found: string[] = [];
  for (let n = 0; n < 7; n++) found.push(...(await tick({ ...AT_ONCE, rows: 1 })).said);
  expect(found.sort()).toEqual(ids.map((id) => `charge ${id}`).sort());
});

test('any number of keepers run one tick per interval', async () => {
  await finished();
  const limits = { ...AT_ONCE, everySeconds: 3600 };
  await Promise.all([tick(limits), tick(limits), tick(limits)]);
  await tamper('UPDATE ledger_account SET funded_micros = funded_micros + 1, available_micros = available_micros + 1');
  expect((await tick(limits)).said).toEqual([]);
  await fixture.sql(`UPDATE keeper_cursor SET next_at = instant()`);
  expect((await tick(limits)).said).toEqual([`account ${fixture.projectId}`]);
});

const SMALL = { ...AT_ONCE, rows: 20, transfers: 60 };

/** Counts the 8 kB pages that one tick reads, with the same amount of new work each time. */
async function pagesOfOneTick(): Promise<number> {
  await many(10);
  const [plan] = await fixture.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ledger_check_tick(${SMALL.rows}, ${SMALL.transfers}, '0 s')`,
  );
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = plan!['QUERY PLAN'][0].Plan;
  return hit + read;
}

/** Accepts and cancels executions, in parts that stay below the statement timeout. */
async function many(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 200) {
    await Promise.all(Array.from({ length: Math.min(left, 200) }, () => fixture.accept()));
    await fixture.sql(
      `SELECT execution_cancel(project_id, id, key_lineage, false) FROM execution WHERE status = 'queued'`,
    );
  }
}

/** The minimum of three ticks, because a concurrent autovacuum keeps old row versions alive, which are read too. */
async function fewestPagesOfOneTick(): Promise<number> {
  const pages: number[] = [];
  for (let n = 0; n < 3; n++) pages.push(await pagesOfOneTick());
  return Math.min(...pages);
}

test('the pages that a tick reads do not grow with history', async () => {
  const catchUp = () => tick({ ...AT_ONCE, rows: 10_000, transfers: 20_000 });
  await fixture.sql(`SELECT ledger_cap_key('${fixture.projectId}', 'key_one', 1000000)::text`);
  await many(500);
  expect(await catchUp()).toEqual({ said: [], standing: 0 });
  const young = await fewestPagesOfOneTick();
  await many(3000);
  await fixture.sql('VACUUM (ANALYZE)');
  expect(await catchUp()).toEqual({ said: [], standing: 0 });
  const old = await fewestPagesOfOneTick();
  // The history is seven times as long; in both cases every index has two levels.
  expect(old).toBeLessThan(young * 1.25);
});
