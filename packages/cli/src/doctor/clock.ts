/** How far two clocks are apart. Leases, reviews, months and sessions are decided by the database's clock; a process only compares. */
import { type Finding, failed, ok } from './finding.ts';

export interface Reading {
  /** Of this machine, before and after the other one was asked. */
  readonly before: Date;
  readonly after: Date;
  readonly theirs: Date;
  /** What the other one's answer is rounded to. */
  readonly roundedToMs?: number;
}

/** Sessions and URLs are believed with less tolerance than that; S3 refuses requests at 15 minutes. */
const SKEW_MAX_MS = 2_000;

/** The least that the clocks must be apart, whenever in between the other one was read. */
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
  return failed(what, detail, 'let both machines keep time by NTP (timedatectl set-ntp true), and look again');
}
