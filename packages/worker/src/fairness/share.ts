/**
 * How a worker's places are shared between projects. One project may have `concurrency` of them; a few more are kept for others, so that
 * somebody else's work starts at once even when one project's work is long.
 */
import type { Leased } from '../leased.ts';

const RESERVE_SHARE = 4;

/** Places beyond `concurrency` that the project which has most may not take. */
export const reserveOf = (concurrency: number): number => Math.max(1, Math.ceil(concurrency / RESERVE_SHARE));

/** Project → its executions in hand. */
export function leasedBy(leased: Iterable<Leased>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { projectId } of leased) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return counts;
}

/** The project that has so many places that the next one should not simply go to whoever's job comes first; null: none. */
export function busiestOf(leased: Iterable<Leased>, concurrency: number): string | null {
  const many = Math.max(1, Math.floor(concurrency / 2));
  let [busiest, most]: [string | null, number] = [null, many - 1];
  for (const [projectId, count] of leasedBy(leased)) if (count > most) [busiest, most] = [projectId, count];
  return busiest;
}
