/** The ledger check compares sums and accounts in one snapshot, whatever money moves meanwhile. */
import { runSql } from '@farebox/testing';
import { expect, test } from 'vitest';
import { LEDGER_CHECK_LIMITS } from './check.ts';
import { ledgerCheckTick } from './store/check.ts';
import { openProjectFixture } from '@farebox/executions/testing';

const LIMITS = { ...LEDGER_CHECK_LIMITS, everySeconds: 0 };
const IS_LOCKED = `SELECT 1 FROM pg_locks WHERE granted AND relation = 'provider_cost'::regclass AND mode = 'AccessExclusiveLock'`;
const UNTIL_IT_WAITS = `DO $$ BEGIN
  WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'provider_cost'::regclass) LOOP PERFORM pg_sleep(0.01); END LOOP;
END $$`;

// The check reads costs after transfers and before accounts.
test('a top-up during a ledger check is not a breach', async () => {
  await using fixture = await openProjectFixture();
  const { database, projectId, sql, url } = fixture;
  await fixture.accept();
  const paidIn = runSql(
    url,
    'BEGIN',
    'LOCK TABLE provider_cost',
    UNTIL_IT_WAITS,
    `SELECT ledger_top_up('${projectId}', 5, 'meanwhile')`,
    'COMMIT',
  );
  await expect.poll(() => sql(IS_LOCKED), { timeout: 30_000 }).toHaveLength(1);
  expect(await ledgerCheckTick(database, LIMITS)).toEqual([]);
  await paidIn;
  expect(await ledgerCheckTick(database, LIMITS)).toEqual([]);
});

test('executions of a capped key that begin and end during a ledger check are not breaches', async () => {
  await using fixture = await openProjectFixture();
  const { database, projectId, sql } = fixture;
  await sql(`SELECT ledger_cap_key('${projectId}', 'key_one', 100000000)::text`);
  const state = { isBusy: true };
  const customers = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < 40; n++) {
      const id = await fixture.accept();
      if (n % 4 !== 3) await sql(`SELECT execution_cancel('${projectId}', '${id}', 'key_one', false)::text`);
    }
  });
  const busy = Promise.all(customers).finally(() => (state.isBusy = false));
  const found: unknown[] = [];
  let ticks = 0;
  for (; state.isBusy; ticks++) found.push(...(await ledgerCheckTick(database, LIMITS)));
  await busy;
  found.push(...(await ledgerCheckTick(database, LIMITS)));
  expect(found).toEqual([]);
  expect(ticks).toBeGreaterThan(1);
  const [sums] = await sql('SELECT held_micros FROM audit_lineage');
  expect(sums).toEqual({ held_micros: 4_000n });
});
