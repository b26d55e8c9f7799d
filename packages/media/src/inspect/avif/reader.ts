/** Reads consecutive fields whose widths the file chooses. Like every read in this folder, it never leaves the file. */
import { type Bytes, tag, u16be, u32be, u64be, u8 } from '../bytes.ts';
import { refuse } from '../inspection.ts';

export interface Reader {
  /** An unsigned number of 0, 1, 2, 4 or 8 bytes; 0 bytes are the number 0. */
  readonly take: (bytes: number) => number;
  /** Four characters. */
  readonly tag: () => string;
}

const READERS: Readonly<Record<number, (bytes: Bytes, at: number) => number>> = {
  0: () => 0,
  1: u8,
  2: u16be,
  4: u32be,
  8: u64be,
};

export function readerOf(bytes: Bytes, start: number): Reader {
  let at = start;
  return {
    take(count) {
      const read = READERS[count] ?? refuse('a number of an impossible width');
      const value = read(bytes, at);
      at += count;
      return value;
    },
    tag() {
      at += 4;
      return tag(bytes, at - 4);
    },
  };
}
