/**
 * Standard output for log lines. Each line is written when it is logged, or in the same turn of the event loop, so no
 * line waits for an end that may never come. A closed reader (`npm start | head`) or a full disk loses the line, but never stops the process. pino's own
 * destination would repeat such a write forever while the process tries to exit.
 */
import { writeSync } from 'node:fs';

export interface LineWriter {
  readonly write: (line: string) => void;
  /** Writes the line at the end of this turn, together with the others of the turn. No later line overtakes it. */
  readonly writeSoon: (line: string) => void;
}

const STDOUT = 1;

/** Writers with lines of this turn. */
const behind = new Set<() => void>();
process.on('exit', () => behind.forEach((flush) => flush()));

/**
 * Memory is bounded by the lines of one turn. The rest of an interrupted line is written before the next line, so that lines are
 * never joined.
 */
export function createLineWriter(descriptor = STDOUT): LineWriter {
  let begun: Buffer = Buffer.alloc(0);
  let waiting = '';

  function write(lines: string): void {
    begun = writeSome(descriptor, begun);
    if (begun.length > 0) return;
    const bytes = Buffer.from(lines);
    const rest = writeSome(descriptor, bytes);
    if (rest.length < bytes.length) begun = rest;
  }

  function flush(): void {
    const lines = waiting;
    waiting = '';
    behind.delete(flush);
    if (lines !== '') write(lines);
  }

  return {
    write(line) {
      flush();
      write(line);
    },
    writeSoon(line) {
      if (waiting === '') {
        behind.add(flush);
        setImmediate(flush);
      }
      waiting += line;
    },
  };
}

/** Returns the bytes that could not be written. */
function writeSome(descriptor: number, bytes: Buffer): Buffer {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch {
    // No other output remains on which to report the failure.
  }
  return bytes.subarray(written);
}
