/**
 * `npm run bench:instructions` counts the instructions that a PostgreSQL backend executes for one execution as the apps run it: accept, claim,
 * heartbeat, finish, in groups of `--batch`. Other processes cannot disturb a count, and two runs differ by less than 1 %.
 */
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, Prisma, migrate, openDatabase } from '@farebox/db';
import { startTestPostgres } from '@farebox/embedded';
import { findProgram } from '@farebox/testing';
import { type Lives, createLives } from './lives.ts';
import { type CountedServer, startCounted } from './server.ts';

const HISTORY_CALLS = 40;
/** Uncounted calls at the start: plans and the catalog are then cached, and pages are in memory. */
const WARM_CALLS = 7;
const CALLS = 6;
const READY_TIMEOUT_MS = 120_000;

const given = readOptions();
const batch = Number(given.batch);

/** Exits with a message when an option is unknown. */
function readOptions() {
  try {
    return parseArgs({ options: { batch: { type: 'string', default: '32' }, keep: { type: 'string' } } }).values;
  } catch (error) {
    console.error(`bench:instructions: ${(error as Error).message}`);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  if (findProgram('valgrind', 'install the package valgrind.') === null) return;
  const directory = mkdtempSync(join(tmpdir(), 'farebox-instructions-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  try {
    const made = await makeHistory(join(directory, 'postgres'));
    const server = await startCounted({ directory: join(directory, 'postgres'), url: made.url });
    try {
      await report(server, made.projectId);
    } finally {
      await server.stop();
      if (given.keep !== undefined) cpSync(join(directory, 'postgres/callgrind'), given.keep, { recursive: true });
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Uses an ordinary server, because work that is not counted would take ten times as long under callgrind. */
async function makeHistory(directory: string): Promise<{ readonly url: string; readonly projectId: string }> {
  const postgres = await startTestPostgres({ directory });
  await migrate(postgres.url);
  const database = openDatabase({ url: postgres.url, poolMax: 1, applicationName: 'instructions' });
  const { projectId, lives } = await createLives(database);
  for (let call = 0; call < HISTORY_CALLS; call++) {
    const accepted = await lives.accept(batch);
    if (call % 2 === 0) await lives.finish(await lives.claim(accepted));
  }
  await database.rows(Prisma.sql`VACUUM (ANALYZE)`);
  await database.close();
  await postgres.stop();
  return { url: postgres.url, projectId };
}

async function report(server: CountedServer, projectId: string): Promise<void> {
  const database = openDatabase({
    url: server.url,
    poolMax: 1,
    applicationName: 'instructions',
    statementTimeoutMs: 300_000,
  });
  try {
    await ready(database);
    const [row] = await database.rows<{ pid: number }>(Prisma.sql`SELECT pg_backend_pid() AS pid`);
    const { lives } = await createLives(database, projectId);
    const counted = counter({ server, database, pid: row!.pid });
    await live(lives, WARM_CALLS, async (_, work) => work());
    console.log(`thousand instructions and bytes of WAL an execution, calls of ${batch}`);
    const total = await live(lives, CALLS, counted);
    console.log(`${'accept + claim + finish'.padEnd(24)}${total.toFixed(1).padStart(8)} k`);
  } finally {
    await database.close();
  }
}

type Measure = (name: string, work: () => Promise<void>) => Promise<number | void>;

/** Returns the sum of `measure` over accept, claim and finish. */
async function live(lives: Lives, calls: number, measure: Measure): Promise<number> {
  const accepted: Awaited<ReturnType<Lives['accept']>>[] = [];
  const claimed: Awaited<ReturnType<Lives['claim']>>[] = [];
  const accept = await measure('accept', async () => {
    for (let call = 0; call < calls; call++) accepted.push(await lives.accept(batch));
  });
  const claim = await measure('claim', async () => {
    for (const each of accepted) claimed.push(await lives.claim(each));
  });
  await measure('heartbeat', async () => {
    for (const each of claimed) await lives.heartbeat(each);
  });
  const finish = await measure('finish', async () => {
    for (const each of claimed) await lives.finish(each);
  });
  return (accept ?? 0) + (claim ?? 0) + (finish ?? 0);
}

interface Counting {
  readonly server: CountedServer;
  readonly database: Database;
  readonly pid: number;
}

function counter({ server, database, pid }: Counting): Measure {
  const written = async (): Promise<number> => {
    const [row] = await database.rows<{ bytes: number }>(
      Prisma.sql`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
    );
    return row!.bytes;
  };
  return async (name, work) => {
    const before = await written();
    await server.zero(pid);
    await work();
    const instructions = (await server.count(pid)) / (batch * CALLS) / 1_000;
    const bytes = ((await written()) - before) / (batch * CALLS);
    console.log(`${name.padEnd(24)}${instructions.toFixed(1).padStart(8)} k ${bytes.toFixed(0).padStart(7)} bytes`);
    return instructions;
  };
}

async function ready(database: Database): Promise<void> {
  const until = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      return await database.ready(READY_TIMEOUT_MS);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

await main();
