/** Renders the measurements as text: a block for each case, and the machine. */
import { availableParallelism, cpus } from 'node:os';
import type pg from 'pg';
import { NothingDoneError } from './load/wrk.ts';
import type { CpuUs } from './cpu.ts';
import { type Case, type Floor, measure, type Measured, type Metered, type Round, spreadOf } from './rounds.ts';

export async function machine(sql: pg.Pool): Promise<string> {
  const { rows } = await sql.query<{ server_version: string }>('SHOW server_version');
  const model = cpus()[0]?.model ?? 'unknown processor';
  return `${availableParallelism()} cores of ${model}, Node ${process.versions.node}, PostgreSQL ${rows[0]!.server_version}`;
}

export interface CaseReport {
  readonly text: string;
  readonly isMeasured: boolean;
}

/** A case that the machine was too busy to measure prints a sentence instead of figures; the other cases continue. */
export async function reportOf(of: Case, rounds: number): Promise<CaseReport> {
  try {
    return { text: block(await measure(of, rounds)), isMeasured: true };
  } catch (error) {
    if (!(error instanceof NothingDoneError)) throw error;
    return { text: `${of.ours.title}: not measured, because ${error.message}`, isMeasured: false };
  }
}

const block = ({ of: { ours, floors }, rounds }: Measured): string =>
  [
    ...floors.map((floor, at) => verdict(ours.title, floor, ratiosOf(rounds, at + 1))),
    ...[ours, ...floors].map(({ title }, at) =>
      line(
        title,
        rounds.map((round) => round[at]!),
      ),
    ),
  ].join('\n');

const ratiosOf = (rounds: readonly Round[], at: number): readonly number[] =>
  rounds.map((round) => round[0]!.perSecond / round[at]!.perSecond);

function verdict(title: string, { title: floorTitle, target }: Floor, ratios: readonly number[]): string {
  const { median, min, max } = spreadOf(ratios);
  const reached =
    target === null ? '' : `; to reach ${target.toFixed(2)}: ${median >= target ? 'reached' : 'not reached'}`;
  return `${title}: ${median.toFixed(2)} × ${floorTitle} (${min.toFixed(2)} to ${max.toFixed(2)} in ${ratios.length} rounds)${reached}`;
}

function line(title: string, samples: readonly Metered[]): string {
  const median = (pick: (sample: Metered) => number): number => spreadOf(samples.map(pick)).median;
  const perSecond = median((sample) => sample.perSecond).toFixed(0);
  const latency = `p50 ${median(({ p50Ms }) => p50Ms).toFixed(1)} ms, p99 ${median(({ p99Ms }) => p99Ms).toFixed(1)} ms`;
  return `  ${title.padEnd(38)} ${perSecond.padStart(7)} /s   ${latency}; ${cpuText(samples.map(({ cpuUs }) => cpuUs))}`;
}

/** The median for each process, and the sum of medians. */
export function cpuText(samples: readonly CpuUs[]): string {
  const labels = Object.keys(samples[0]!);
  const each = labels.map((label) => [label, spreadOf(samples.map((us) => us[label]!)).median] as const);
  const sum = each.reduce((us, [, more]) => us + more, 0).toFixed(0);
  return `CPU ${sum} µs: ${each.map(([label, us]) => `${label} ${us.toFixed(0)}`).join(', ')}`;
}
