/**
 * Paid no-ops of one project, from the request to the settlement, against the same SQL functions called for one execution at a time and for
 * groups of executions. Our time ends when the last accepted execution has ended. One at a time, 64 clients queue for the lock of one account
 * row and for its flush, which flatters us: compare with the grouped floor.
 */
import { batchedScript, BATCH, singleScript } from '../floor/paid-script.ts';
import { type Fixture, untilNoneIsDue } from '../fixture.ts';
import { runPgbench } from '../load/pgbench.ts';
import type { Sample } from '../load/wrk.ts';
import type { Options } from '../options.ts';
import type { Case, Side } from '../rounds.ts';
import type { System } from '../system/system.ts';
import type { Poster, Posting } from './post.ts';

/** The number of queries that the gateway has in flight. */
const BATCHED_CLIENTS = 2;

/** Milliseconds from accept to settlement, for executions accepted since a given time. */
const LATENCIES = `
  SELECT percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - created_at) * 1000) AS ms
  FROM execution WHERE created_at >= $1`;

export async function paidCase(fixture: Fixture, poster: Poster, options: Options): Promise<Case> {
  const { system, projects } = fixture;
  const { connections, seconds } = options;
  const { databaseUrl, directory, processes } = system;
  const [single, batched] = await Promise.all(
    [singleScript, batchedScript].map((script) => script(system.sql, fixture.finishedIds[0]!)),
  );

  async function floor(sql: string, { clients, batch }: { clients: number; batch: number }): Promise<Sample> {
    poster.tally.unseenMax += clients * batch;
    const { count, perSecond, ...latencies } = await runPgbench({ databaseUrl, sql, clients, seconds, directory });
    poster.tally.responded += count * batch;
    return { count: count * batch, perSecond: perSecond * batch, ...latencies };
  }

  return {
    ours: paidSide(fixture, poster, projects.slice(0, 1)),
    floors: [
      {
        title: `batched SQL, ${BATCH} a call`,
        target: null,
        processes: { postgres: processes['postgres']! },
        run: () => floor(batched!, { clients: BATCHED_CLIENTS, batch: BATCH }),
      },
      {
        title: 'unbatched SQL: accept, claim, finish',
        target: 1,
        processes: { postgres: processes['postgres']! },
        run: () => floor(single!, { clients: connections, batch: 1 }),
      },
    ],
  };
}

export function paidSide({ system }: Fixture, { post }: Poster, projects: Posting['projects']): Side {
  async function run(): Promise<Sample> {
    const { rows } = await system.sql.query<{ now: Date }>('SELECT now()');
    const startMs = performance.now();
    const { count } = await post({ url: system.url, projects });
    await untilNoneIsDue(system);
    const perSecond = (count * 1000) / (performance.now() - startMs);
    return { count, perSecond, ...(await latencies(system.sql, rows[0]!.now)) };
  }
  return { title: 'paid no-op', processes: system.processes, run };
}

/** Works on our tables and on those of the peers: both have the two columns. */
export async function latencies(sql: System['sql'], since: Date): Promise<Pick<Sample, 'p50Ms' | 'p99Ms'>> {
  const { rows } = await sql.query<{ ms: [number, number] }>(LATENCIES, [since]);
  const [p50Ms, p99Ms] = rows[0]!.ms;
  return { p50Ms, p99Ms };
}
