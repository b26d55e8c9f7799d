/**
 * How projects share a worker's slots. One project may have `concurrency` of them. A few more are reserved for others,
 * so that their work starts at once even while one project's work is long.
 */
import type { Leased } from '../leased.ts';

const RESERVE_SHARE = 4;

/** Slots beyond `concurrency`, which the busiest project may not take. */
export const reserveOf = (concurrency: number): number => Math.max(1, Math.ceil(concurrency / RESERVE_SHARE));

/** Number of running executions of each project. */
export function leasedBy(leased: Iterable<Leased>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { projectId } of leased) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return counts;
}

/** The project with so many slots that the next one should not simply go to the first job; null if there is none. */
export function busiestOf(leased: Iterable<Leased>, concurrency: number): string | null {
  const many = Math.max(1, Math.floor(concurrency / 2));
  let [busiest, most]: [string | null, number] = [null, many - 1];
  for (const [projectId, count] of leasedBy(leased)) if (count > most) [busiest, most] = [projectId, count];
  return busiest;
}
