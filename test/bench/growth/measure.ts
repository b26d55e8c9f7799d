/**
 * Measures whether an operation gets slower as the history grows: for each size of the history, the pages that it reads, which other processes
 * cannot disturb, and its time. Nothing else writes during a measurement: vacuum runs between the sizes, and autovacuum is off.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, openDatabase } from '@farebox/db';
import { startTestPostgres } from '@farebox/embedded';
import { addMember, issueKey } from '@farebox/identity';
import pg from 'pg';
import { type Cost, explaining } from './explain.ts';
import { fill, leaveOpen, makeProjects } from './fill.ts';
import { operationsOf } from './operations.ts';

export interface Growth {
  readonly name: string;
  /** One cost for each size of the history. */
  readonly costs: readonly Cost[];
}

/** The lowest of the repeated measurements counts: the first one fills the caches of the connection. */
const REPEATS = 4;
/** Queued executions that no worker claims: the sweep finds them five seconds after their accept, however long the history is. */
const OPEN = 100;
const DUE_AFTER_MS = 5_500;
const PEPPER = 'growth'.repeat(8);

/** @param sizes numbers of executions, in rising order. */
export async function measureGrowth(
  sizes: readonly number[],
  say: (line: string) => void = () => {},
): Promise<Growth[]> {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-growth-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  const postgres = await startTestPostgres({ directory: join(directory, 'postgres') });
  try {
    await migrate(postgres.url);
    return await measureOn(postgres.url, sizes, say);
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureOn(url: string, sizes: readonly number[], say: (line: string) => void): Promise<Growth[]> {
  const database = openDatabase({ url, poolMax: 6, applicationName: 'farebox-growth', statementTimeoutMs: 60_000 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ALTER SYSTEM SET autovacuum = off');
    await client.query('SELECT pg_reload_conf()');
    const projects = await makeProjects(database);
    const member = { projectId: projects.measured, subject: 'growth', name: 'Growth', role: 'ADMIN' } as const;
    const key = { projectId: projects.measured, memberId: await addMember(database, member), name: 'growth' };
    const issued = await issueKey({ database, pepper: PEPPER }, { ...key, scopes: ['tools:read'] });
    const { database: explained, dry, costOf } = explaining(database, client);
    await leaveOpen(database, projects, OPEN);
    const dueMs = performance.now() + DUE_AFTER_MS;
    const ids: string[] = [];
    const costs = new Map<string, Cost[]>();
    let from = 0;
    for (const size of sizes) {
      ids.push(...(await fill(database, projects, { from, to: size })));
      from = size;
      await pause(Math.max(0, dueMs - performance.now()));
      await client.query('VACUUM (ANALYZE)');
      say(`${size} executions`);
      const subject = { database: explained, dry, projects, ids, token: issued!.token, pepper: PEPPER };
      for (const [name, cost] of await leastOf(operationsOf(subject), costOf)) {
        costs.set(name, [...(costs.get(name) ?? []), cost]);
      }
    }
    return [...costs].map(([name, each]) => ({ name, costs: each }));
  } finally {
    await client.end();
    await database.close();
  }
}

async function leastOf(
  operations: ReturnType<typeof operationsOf>,
  costOf: (work: () => Promise<unknown>) => Promise<Cost>,
): Promise<Map<string, Cost>> {
  const least = new Map<string, Cost>();
  for (let turn = 0; turn < REPEATS; turn++)
    for (const { name, run } of operations) {
      const { buffers, ms } = await costOf(run);
      const known = least.get(name) ?? { buffers, ms };
      least.set(name, { buffers: Math.min(known.buffers, buffers), ms: Math.min(known.ms, ms) });
    }
  return least;
}
