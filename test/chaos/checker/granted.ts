/**
 * The part of a time span that the machine gave to the run. Beside other work the processes of a run wait for a processor, so limits count time more
 * slowly while other processes have the processors that they wait for. On a quiet machine this is the time of the clock. It never runs at less
 * than a tenth of the clock, so that an execution that does not end is found on any machine.
 */

/** A time span of a run, by the run's own clock. */
export interface Slice {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Processor time of the run's processes. */
  readonly ranMs: number;
  /** Time in which their threads were ready to run but had no processor. */
  readonly waitedMs: number;
  /** Processor time of all other processes. */
  readonly othersMs: number;
}

const SHARE_MIN = 0.1;

/** Milliseconds on an otherwise idle machine. A time without a slice counts in full. */
export function grantedMs(slices: readonly Slice[], fromMs: number, untilMs: number): number {
  const withheld = slices.map((slice) => {
    const overlapMs = Math.min(untilMs, slice.untilMs) - Math.max(fromMs, slice.fromMs);
    return Math.max(0, overlapMs) * (1 - shareOf(slice));
  });
  return untilMs - fromMs - withheld.reduce((sum, ms) => sum + ms, 0);
}

/** Waits for each other do not count as withheld: the machine has no more to give. */
function shareOf({ ranMs, waitedMs, othersMs }: Slice): number {
  const withheldMs = Math.min(waitedMs, othersMs);
  return withheldMs > 0 ? Math.max(SHARE_MIN, ranMs / (ranMs + withheldMs)) : 1;
}
