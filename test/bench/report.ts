/** What was measured, as text: a block a case, and the machine it was measured on. */
import { availableParallelism, cpus } from 'node:os';
import type pg from 'pg';
import type { Sample } from './load/wrk.ts';
import { type Measured, spreadOf } from './rounds.ts';

export async function machine(sql: pg.Pool): Promise<string> {
  const { rows } = await sql.query<{ server_version: string }>('SHOW server_version');
  const model = cpus()[0]?.model ?? 'unknown processor';
  return `${availableParallelism()} cores of ${model}, Node ${process.versions.node}, PostgreSQL ${rows[0]!.server_version}`;
}

export function block({ of, rounds }: Measured): string {
  const ratio = spreadOf(rounds.map(({ ours, floor }) => ours.perSecond / floor.perSecond));
  const verdict = ratio.median >= of.target ? 'reached' : 'not reached';
  return [
    `${of.title}: ${ratio.median.toFixed(2)} × ${of.floorTitle} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)} in ${rounds.length} rounds); to reach ${of.target.toFixed(2)}: ${verdict}`,
    line(
      of.title,
      rounds.map(({ ours }) => ours),
    ),
    line(
      of.floorTitle,
      rounds.map(({ floor }) => floor),
    ),
  ].join('\n');
}

function line(title: string, samples: readonly Sample[]): string {
  const median = (pick: (sample: Sample) => number): number => spreadOf(samples.map(pick)).median;
  const latency = `p50 ${median(({ p50Ms }) => p50Ms).toFixed(1)} ms, p99 ${median(({ p99Ms }) => p99Ms).toFixed(1)} ms`;
  return `  ${title.padEnd(38)} ${median(({ perSecond }) => perSecond)
    .toFixed(0)
    .padStart(7)} /s   ${latency}`;
}
