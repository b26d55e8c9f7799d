/** Runs up to millions of ledger commands and compares each with plain arithmetic. Only the database runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runLane } from '../ledger/lane.ts';
import { freshDatabase, startDatabase } from '../system/postgres.ts';
import type { PartOptions } from './part.ts';

const LANES = 2;
const PROGRESS = 100_000;
const RUN_SQL = join(import.meta.dirname, '../ledger/run.sql');
/** Outcomes that the commands must reach: errors too, not only successes. */
const OUTCOMES = ['below_zero', 'capped', 'done', 'repeated'];

export async function runLedger({ directory, seed, commands, print }: PartOptions): Promise<boolean> {
  const postgres = await startDatabase(join(directory, 'postgres'));
  const sql = new pg.Pool({ connectionString: await freshDatabase(postgres, 'chaos_ledger'), max: LANES });
  sql.on('error', () => {}); // the server closes its idle connections when it stops
  try {
    await sql.query(readFileSync(RUN_SQL, 'utf8'));
    const startMs = performance.now();
    let done = 0;
    const onBatch = (count: number): void => {
      const before = done;
      done += count;
      if (Math.floor(before / PROGRESS) < Math.floor(done / PROGRESS)) print(`  ${done} commands`);
    };
    const share = Math.ceil(commands / LANES);
    const lanes = Array.from({ length: LANES }, (_, number) =>
      runLane({ sql, seed, number, commands: share, onBatch }),
    );
    const ran = await Promise.all(lanes);
    const outcomes = OUTCOMES.map((name) => ran.reduce((sum, lane) => sum + (lane.outcomes.get(name) ?? 0), 0));
    const seconds = Math.round((performance.now() - startMs) / 1000);
    print(
      `${done} commands in ${seconds} s: ${OUTCOMES.map((name, index) => `${outcomes[index]} ${name}`).join(', ')}`,
    );
    return done >= commands && outcomes.every((count) => count > 0);
  } catch (error) {
    print(`✗ ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await sql.end();
    await postgres.stop();
  }
}
