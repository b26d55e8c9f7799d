/**
 * Paid no-ops of one project, from the request to the settlement, against the same SQL functions called one by one: the
 * time of ours runs until the last accepted execution has ended.
 */
import { type Ground, untilNoneIsDue } from '../ground.ts';
import { runPgbench } from '../load/pgbench.ts';
import type { Sample } from '../load/wrk.ts';
import type { Options } from '../options.ts';
import type { Case } from '../rounds.ts';
import { floorScript } from '../floor/paid-script.ts';
import type { System } from '../system/system.ts';
import type { Poster } from './post.ts';

/** From the accept to the settlement, of what was accepted since. */
const LATENCIES = `
  SELECT percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - created_at) * 1000) AS ms
  FROM execution WHERE created_at >= $1`;

export async function paidCase(ground: Ground, { post, tally }: Poster, options: Options): Promise<Case> {
  const { system, projects } = ground;
  const sql = await floorScript(system.sql, ground.finishedIds[0]!);
  const { databaseUrl, directory } = system;
  const { connections: clients, seconds } = options;

  async function ours(): Promise<Sample> {
    const { rows } = await system.sql.query<{ now: Date }>('SELECT now()');
    const startMs = performance.now();
    const { count } = await post({ url: system.url, projects: projects.slice(0, 1) });
    await untilNoneIsDue(system);
    const perSecond = (count * 1000) / (performance.now() - startMs);
    return { count, perSecond, ...(await latencies(system, rows[0]!.now)) };
  }

  async function floor(): Promise<Sample> {
    const sample = await runPgbench({ databaseUrl, sql, clients, seconds, directory });
    tally.answered += sample.count;
    tally.unseenMax += clients;
    return sample;
  }

  return { title: 'paid no-op', floorTitle: 'unbatched SQL: accept, claim, finish', target: 1, ours, floor };
}

async function latencies({ sql }: System, since: Date): Promise<Pick<Sample, 'p50Ms' | 'p99Ms'>> {
  const { rows } = await sql.query<{ ms: [number, number] }>(LATENCIES, [since]);
  const [p50Ms, p99Ms] = rows[0]!.ms;
  return { p50Ms, p99Ms };
}
