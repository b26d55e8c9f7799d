/**
 * Measures the difference between two clocks. The database's clock decides leases, reviews, months and sessions; a
 * process only compares.
 */
import { type Finding, failed, ok } from './finding.ts';

export interface Reading {
  /** Time of this machine, before and after the other clock was read. */
  readonly before: Date;
  readonly after: Date;
  readonly theirs: Date;
  /** Precision to which the other clock's value is rounded, in milliseconds. */
  readonly roundedToMs?: number;
}

/** Sessions and signed URLs tolerate less skew than this limit; S3 refuses requests at 15 minutes. */
const SKEW_MAX_MS = 2_000;

/** The minimum difference of the clocks, whenever between `before` and `after` the other clock was read. */
export function skewMs({ before, after, theirs, roundedToMs = 0 }: Reading): number {
  const [earliest, latest] = [theirs.getTime(), theirs.getTime() + roundedToMs];
  if (earliest > after.getTime()) return earliest - after.getTime();
  return latest < before.getTime() ? latest - before.getTime() : 0;
}

export function clockFinding(whose: string, reading: Reading): Finding {
  const what = `clock of ${whose}`;
  const skew = skewMs(reading);
  if (Math.abs(skew) <= SKEW_MAX_MS) return ok(what, 'agrees with this machine');
  const detail = `${Math.round(Math.abs(skew) / 100) / 10} s ${skew > 0 ? 'ahead of' : 'behind'} this machine`;
  return failed(
    what,
    detail,
    'synchronize the clocks of both machines by NTP (timedatectl set-ntp true), then run doctor again',
  );
}
