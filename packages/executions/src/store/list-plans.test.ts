/** A list of open executions reads only open ones, whatever the planner's statistics, and never a project's history. */
import { type Database, Prisma } from '@farebox/db';
import { expect, it } from 'vitest';
import { openFixture, requestFor } from '../testing/fixture.ts';
import { createExecutionStore } from './index.ts';
import { listExecutions } from './list.ts';

const EXECUTIONS = 300;
const OPEN = ['queued', 'running', 'needs_review'] as const;

/** Wraps the database: it records the plan of each query and returns no rows. */
function planning(database: Database, plans: string[]): Database {
  const rows = async <Row>(query: Prisma.Sql): Promise<Row[]> => {
    const lines = await database.rows<Record<'QUERY PLAN', string>>(Prisma.sql`EXPLAIN ${query}`);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  return { ...database, rows };
}

it.for(['never', 'while they were empty', 'while all was queued'])('with tables analyzed %s', async (when) => {
  await using own = await openFixture();
  const { database } = own;
  const analyze = () => database.prisma.$executeRawUnsafe('ANALYZE');
  for (const table of ['execution', 'execution_job'])
    await database.prisma.$executeRawUnsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  const projectId = await own.project({ balanceMicros: 1_000_000n });
  if (when === 'while they were empty') await analyze();
  const { accept } = createExecutionStore(database);
  await Promise.all(Array.from({ length: EXECUTIONS }, () => accept(requestFor(projectId))));
  if (when === 'while all was queued') await analyze();
  const plans: string[] = [];
  for (const status of OPEN)
    for (const tool of [undefined, 'image-resize'])
      await listExecutions(planning(database, plans), { projectId, status, tool, limit: 20 });
  expect(plans).toHaveLength(OPEN.length * 2);
  for (const plan of plans) {
    const scans = plan.match(/(?<!Subquery )Scan.* on execution\b.*\n.*/g) ?? [];
    expect(scans, plan).toEqual([
      expect.stringMatching(/using execution_pkey[^]*Index Cond: .*project_id = .*project_id.* AND .*id = .*id/),
    ]);
  }
});
