/**
 * Standard output for log lines. Each is written when it is logged, so none waits for an end that may never come, and
 * none is ever worth a process: a reader that went away (`npm start | head`) or a full disk costs the line, no more.
 * pino's own destination repeats such a write for ever while the process tries to exit.
 */
import { writeSync } from 'node:fs';

export interface LineWriter {
  readonly write: (line: string) => void;
}

const STDOUT = 1;

/** Bounded by one line: what is left of one that was begun comes before the next, so that lines are never glued. */
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

/** Answers what could not be written. */
function writeSome(descriptor: number, bytes: Buffer): Buffer {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch {
    // There is nowhere to say it.
  }
  return bytes.subarray(written);
}
