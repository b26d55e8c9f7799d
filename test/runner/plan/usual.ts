/**
 * The usual duration of each part, as recorded by `npm test -- full --record`. A figure is the part's share of the duration of its suite, so that
 * the figures of a suite add up to its duration although files run in parallel.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'test/runner/durations.json';
/** Shorter parts are not listed: a thousand small figures would change with every run. */
const LISTED_FROM_SECONDS = 1;
const UNLISTED_SECONDS = 0.5;

/** Suite → part → seconds. */
type Recorded = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Usual {
  readonly seconds: (suite: string, part: string) => number;
}

export function usualDurations(root: string): Usual {
  const recorded = read(root);
  return { seconds: (suite, part) => recorded[suite]?.[part] ?? UNLISTED_SECONDS };
}

export interface SuiteDurations {
  readonly suite: string;
  readonly wallMs: number;
  readonly partMs: ReadonlyMap<string, number>;
}

/** Replaces the figures of the parts that ran and keeps the others. */
export function recordDurations(root: string, ran: readonly SuiteDurations[]): void {
  const recorded: Record<string, Record<string, number>> = { ...read(root) };
  for (const each of ran) {
    const others = Object.entries(recorded[each.suite] ?? {}).filter(([part]) => !each.partMs.has(part));
    recorded[each.suite] = byName([...others, ...shares(each)]);
  }
  writeFileSync(join(root, FILE), `${JSON.stringify(byName(Object.entries(recorded)), null, 2)}\n`);
}

function shares({ wallMs, partMs }: SuiteDurations): [string, number][] {
  const sumMs = [...partMs.values()].reduce((sum, ms) => sum + ms, 0);
  const seconds = [...partMs].map(([name, ms]): [string, number] => [name, (wallMs * ms) / sumMs / 1000]);
  return seconds.filter(([, each]) => each >= LISTED_FROM_SECONDS).map(([name, each]) => [name, Math.round(each)]);
}

const byName = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

const read = (root: string): Recorded => JSON.parse(readFileSync(join(root, FILE), 'utf8')) as Recorded;
