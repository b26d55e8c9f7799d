/**
 * Queries of the hot path and of the keeper reach an execution by its primary key, whatever the planner's statistics: none,
 * those of empty tables, or those of a moment when all executions were queued. auto_explain shows the plans of the
 * statements inside the functions.
 */
import pg from 'pg';
import { expect, it } from 'vitest';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import { createExecutionStore } from './index.ts';

const EXECUTIONS = 400;
const TABLES = ['execution', 'execution_job', 'execution_step', 'ledger_account', 'ledger_transfer', 'usage_month'];
const EXPLAIN = `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
  SET auto_explain.log_level = notice`;
const MONTH_LATER = `CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('milliseconds', now() + interval '31 days') $$`;
const SCAN = /(?:Index (?:Only )?Scan(?: Backward)? using (?<index>\S+)|Seq Scan|Bitmap Heap Scan) on (?<table>\S+)/;

/** Lists each scan of these tables as `table by index`, with `whole` if nothing bounds it. */
function scansOf(plans: readonly string[]): string[] {
  return plans.flatMap((plan) => {
    const lines = plan.split('\n');
    return lines.flatMap((line, at) => {
      const { index = 'nothing', table = '' } = SCAN.exec(line)?.groups ?? {};
      if (!TABLES.includes(table)) return [];
      return [`${table} by ${index}${/(?:Index|Recheck) Cond:/.test(lines[at + 1] ?? '') ? '' : ', whole'}`];
    });
  });
}

/** Runs functions over one connection, as the apps do, and records the scans of each. */
async function explained(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const plans: string[] = [];
  const scans: Record<string, readonly string[]> = {};
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query(EXPLAIN);
  return {
    scans,
    call: async (name: string, args: string, values: readonly unknown[] = []) => {
      plans.length = 0;
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}(${args})`, [...values]);
      scans[name] = scansOf(plans);
      return rows;
    },
    end: () => client.end(),
  };
}

async function accepted({ database }: Fixture, projectId: string): Promise<string[]> {
  const { accept } = createExecutionStore(database);
  const outcomes = await Promise.all(Array.from({ length: EXECUTIONS }, () => accept(requestFor(projectId))));
  return outcomes.map((outcome) => ('execution' in outcome ? outcome.execution.id : ''));
}

type Call = Awaited<ReturnType<typeof explained>>['call'];

async function lives(call: Call, projectId: string, ids: readonly string[]): Promise<void> {
  const [begun, other, third] = [ids.slice(0, 8), ids[8], ids[9]];
  const of = begun.map(() => projectId);
  const claimed = await call('execution_claim', `$1, $2, 'image', '30 seconds', ARRAY['resize']`, [of, begun]);
  const held = [of, claimed.map(({ id }) => id), claimed.map(({ claim_token: token }) => token)];
  expect(held[1]).toHaveLength(8);
  await call('execution_heartbeat', `$1, $2, $3, '30 seconds'`, held);
  await call('execution_watch', '$1, $2, $3', held);
  await call('execution_read', '$1, $2', held.slice(0, 2));
  const ends = [
    of.map(() => 'failed'),
    of.map(() => 'processing_failed'),
    of.map(() => 0),
    of.map(() => '[]').join('\n'),
  ];
  await call('execution_finish', `$1, $2, $3, $4, $5, $6, $7, '', '', '', NULL, '30 days'`, [...held, ...ends]);
  await call('execution_cancel', `$1, $2, 'key_one', true`, [projectId, other]);
  await call('execution_waiting', `'image', '', 256`);
  await call('execution_waiting_keys', `$1, 'image', 1024`, [projectId]);
  await call('execution_standing', `ARRAY[$1], ARRAY[$2]`, [projectId, third]);
  await call('execution_sweep', '100');
  await call('execution_overtaken', '100');
  await call('execution_cancel_overdue', '100, instant()');
  await call('execution_find_under_lock', `$1, 'no such key'`, [projectId]);
}

it.for(['never', 'while they were empty', 'while all was queued'])('with tables analyzed %s', async (when) => {
  await using own = await openFixture();
  const analyze = () => own.database.prisma.$executeRawUnsafe('ANALYZE');
  await own.database.prisma.$executeRawUnsafe('ALTER TABLE execution SET (autovacuum_enabled = off)');
  const projectId = await own.project({ balanceMicros: 1_000_000n });
  if (when === 'while they were empty') await analyze();
  const ids = await accepted(own, projectId);
  if (when === 'while all was queued') await analyze();
  const { call, scans, end } = await explained(own.url);
  try {
    await lives(call, projectId, ids);
    await own.database.prisma.$executeRawUnsafe(MONTH_LATER);
    await own.database.prisma
      .$executeRaw`INSERT INTO project_retention (project_id, days, next_at) VALUES (${projectId}, 30, instant())`;
    expect(await call('execution_delete_due_content', '$1, 1000', [projectId])).toMatchObject([{ deleted: 9 }]);
  } finally {
    await end();
  }
  const found = Object.entries(scans).flatMap(([name, each]) => each.map((scan) => `${name}: ${scan}`));
  // A query for open executions may scan all jobs; an execution is read only by its key.
  expect(
    found.filter((scan) => scan.endsWith(', whole') && !scan.includes(': execution_job by execution_job_')),
  ).toEqual([]);
  const byKey = found.filter(
    (scan) => scan.includes(': execution by ') && !scan.startsWith('execution_find_under_lock'),
  );
  expect(new Set(byKey.map((scan) => scan.split(' by ')[1]))).toEqual(new Set(['execution_pkey']));
  expect(new Set(byKey.map((scan) => scan.split(':')[0])).size).toBeGreaterThan(8);
  expect(scans['execution_delete_due_content']).toContain('ledger_transfer by ledger_transfer_pkey');
  expect(scans['execution_find_under_lock']).toContain('execution by execution_once');
});
