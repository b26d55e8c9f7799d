/**
 * Standard output for log lines. Each line is written when it is logged, so no line waits for an end that may never
 * come. A closed reader (`npm start | head`) or a full disk loses the line, but never stops the process. pino's own
 * destination would repeat such a write forever while the process tries to exit.
 */
import { writeSync } from 'node:fs';

export interface LineWriter {
  readonly write: (line: string) => void;
}

const STDOUT = 1;

/**
 * Memory is bounded by one line. The rest of an interrupted line is written before the next line, so that lines are
 * never joined.
 */
export function createLineWriter(descriptor = STDOUT): LineWriter {
  let begun: Buffer = Buffer.alloc(0);
  return {
    write(line) {
      begun = writeSome(descriptor, begun);
      if (begun.length > 0) return;
      const bytes = Buffer.from(line);
      const rest = writeSome(descriptor, bytes);
      if (rest.length < bytes.length) begun = rest;
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
