/**
 * How much of a time the machine gave. Beside other work the processes of a run wait for a processor, and what they are allowed follows from it: as long
 * as others took the processors that they waited for, time passes more slowly. On a quiet machine it is the time of the clock. It never passes at less than
 * a tenth of it, so that what does not end is found on any machine.
 */

/** A stretch of a run, as the run's own clock has it. */
export interface Slice {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Time of processors that the run's processes had. */
  readonly ranMs: number;
  /** Time for which their threads were ready to run, and had none. */
  readonly waitedMs: number;
  /** Time of processors that everybody else had. */
  readonly othersMs: number;
}

const SHARE_MIN = 0.1;

/** In milliseconds of a machine that does nothing else. What no slice tells of was given whole. */
export function grantedMs(slices: readonly Slice[], fromMs: number, untilMs: number): number {
  const withheld = slices.map((slice) => {
    const overlapMs = Math.min(untilMs, slice.untilMs) - Math.max(fromMs, slice.fromMs);
    return Math.max(0, overlapMs) * (1 - shareOf(slice));
  });
  return untilMs - fromMs - withheld.reduce((sum, ms) => sum + ms, 0);
}

/** What they waited for because of one another was not withheld: the machine has no more to give. */
function shareOf({ ranMs, waitedMs, othersMs }: Slice): number {
  const withheldMs = Math.min(waitedMs, othersMs);
  return withheldMs > 0 ? Math.max(SHARE_MIN, ranMs / (ranMs + withheldMs)) : 1;
}
