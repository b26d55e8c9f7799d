/**
 * When the samples of a track are decoded and shown, from their tables, in units of its media. Pictures are decoded in
 * another order than they are shown, so the sum of the tables may be seconds longer than what is seen.
 */
import { type Bytes, u32be } from '../bytes.ts';
import { must } from '../inspection.ts';
import { SAMPLES_MAX } from './samples.ts';

export interface Times {
  /** Samples without a run before them continue where the last one ends; a fragment may name its own start. */
  readonly startAt: (unit: number) => void;
  /** Adds a sample. @param offset between decoding and showing it; may be negative. */
  readonly add: (delta: number, offset: number) => void;
  readonly read: () => Timed;
}

export interface Timed {
  /** The sum of all deltas. */
  readonly sum: number;
  /** From the first picture shown to the end of the last one, with every pause between them. */
  readonly shown: number;
  /** Where decoding starts. */
  readonly start: number;
  /** The longest delta of one sample. */
  readonly longest: number;
}

export function createTimes(): Times {
  let [start, next, sum, longest] = [null as number | null, 0, 0, 0];
  let [first, last, ownDelta, lastDelta] = [Infinity, -Infinity, 0, 0];
  let goesBack = false;
  return {
    startAt(unit) {
      goesBack ||= unit < next;
      start ??= sum === 0 ? unit : 0;
      next = unit;
    },
    add(delta, offset) {
      const at = next + offset;
      if (at >= last) ownDelta = at > last ? delta : Math.max(ownDelta, delta);
      [first, last, lastDelta] = [Math.min(first, at), Math.max(last, at), delta];
      longest = Math.max(longest, delta);
      [next, sum] = [next + delta, sum + delta];
    },
    read() {
      // The delta of the last picture shown lasts until the next one is decoded, which may have been shown before it.
      const shown = first === Infinity ? 0 : last - first + Math.min(ownDelta, lastDelta);
      // A decoder does not follow times that go back: it plays everything.
      return { sum, shown: goesBack ? Math.max(sum, shown) : shown, start: start ?? 0, longest };
    },
  };
}

/** Adds the samples of `stts`, with the offsets of `ctts` if there is one. Returns their number. */
export function addTables(times: Times, stts: Bytes, ctts: Bytes | null): number {
  const count = countIn(stts, 'times');
  must(ctts === null || countIn(ctts, 'offsets') === count, 'other numbers of offsets than of samples');
  must(count <= SAMPLES_MAX, 'more samples than a file may have');
  let [offset, left, entry] = [0, 0, 8];
  for (let at = 8; at < stts.length; at += 8) {
    const delta = u32be(stts, at + 4);
    for (let index = u32be(stts, at); index > 0; index--) {
      for (; ctts !== null && left === 0; entry += 8) [left, offset] = [u32be(ctts, entry), u32be(ctts, entry + 4) | 0];
      times.add(delta, offset);
      left--;
    }
  }
  return count;
}

function countIn(table: Bytes, name: string): number {
  must(8 + u32be(table, 4) * 8 === table.length, `a table of ${name} of another size`);
  let count = 0;
  for (let at = 8; at < table.length; at += 8) count += u32be(table, at);
  return count;
}
