/**
 * Paid no-ops, ours against the stacks that a user would write instead. The same load generator sends requests over HTTP; each run ends when the
 * last execution has been settled. Afterwards the money of each peer is checked, because a peer that loses money is not comparable.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fixture } from '../fixture.ts';
import type { Sample } from '../load/wrk.ts';
import type { Options } from '../options.ts';
import { CHARGE_MICROS, type PeerName } from '../peers/peer.ts';
import type { Case, Floor } from '../rounds.ts';
import type { RunningPeer } from '../system/peers.ts';
import { latencies, paidSide } from './paid.ts';
import type { Poster } from './post.ts';

const TITLES: Readonly<Record<PeerName, string>> = {
  prisma: 'Express + Prisma transaction + BullMQ',
  statement: 'Express + one statement + BullMQ',
  'graphile-worker': 'Express + pg + graphile-worker',
  'pg-boss': 'Express + pg + pg-boss',
  bullmq: 'Express + pg + BullMQ',
};
const TARGETS: Readonly<Record<PeerName, number | null>> = {
  prisma: 10,
  statement: null,
  'graphile-worker': 3,
  'pg-boss': null,
  bullmq: null,
};

export interface PeersBench {
  readonly fixture: Fixture;
  readonly poster: Poster;
  readonly options: Options;
  readonly peers: readonly RunningPeer[];
}

export function peersCase({ fixture, poster, options, peers }: PeersBench): Case {
  const floors = peers.map((peer): Floor => {
    const { name, processes, projects } = peer;
    const paying = projects.slice(0, options.projects);
    return { title: TITLES[name], target: TARGETS[name], processes, run: () => runPeer(peer, poster, paying) };
  });
  return { ours: paidSide(fixture, poster, fixture.projects.slice(0, options.projects)), floors };
}

async function runPeer(
  { sql, url }: RunningPeer,
  { post }: Poster,
  projects: RunningPeer['projects'],
): Promise<Sample> {
  const { rows } = await sql.query<{ now: Date }>('SELECT now()');
  const startMs = performance.now();
  const { count } = await post({ url, projects });
  await untilSettled(sql);
  const perSecond = (count * 1000) / (performance.now() - startMs);
  return { count, perSecond, ...(await latencies(sql, rows[0]!.now)) };
}

async function untilSettled(sql: RunningPeer['sql']): Promise<void> {
  const due = 'SELECT EXISTS (SELECT FROM account WHERE held > 0) AS due';
  while ((await sql.query<{ due: boolean }>(due)).rows[0]!.due) await pause(10);
}

const WRONG = `
  SELECT (SELECT count(*) FROM execution WHERE charged IS DISTINCT FROM $1)::integer AS unpaid,
         (SELECT sum(spent) FROM account) = (SELECT count(*) FROM execution) * $1::bigint AND
         (SELECT count(*) FROM transfer) = (SELECT count(*) FROM execution) * 2 AS booked`;

/** Returns one line for each problem in the accounts of the peers. */
export async function checkPeers(peers: readonly RunningPeer[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, sql } of peers) {
    await untilSettled(sql);
    const { rows } = await sql.query<{ unpaid: number; booked: boolean }>(WRONG, [CHARGE_MICROS]);
    const { unpaid, booked } = rows[0]!;
    if (unpaid > 0 || !booked)
      problems.push(`peer ${name}: ${unpaid} executions without a charge, sums ${booked ? 'right' : 'wrong'}`);
  }
  return problems;
}
