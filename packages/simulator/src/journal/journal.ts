/**
 * An append-only file of JSON lines that survives SIGKILL: a line is on disk before `append` returns. Writes are
 * synchronous, because a response must come after its write, and a single writer needs no lock.
 */
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Journal<Line> {
  append(line: Line): void;
  close(): void;
}

/** Also returns the existing lines. Throws if a complete line is not JSON. */
export function openJournal<Line>(path: string): { journal: Journal<Line>; lines: readonly Line[] } {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+', 0o600);
  syncFolder(dirname(path));
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf('\n') + 1;
  // A line that a kill truncated had no response, so it is dropped.
  if (whole < bytes.length) ftruncateSync(file, whole);
  const lines = bytes.toString('utf8', 0, whole).split('\n').filter(Boolean);
  return {
    lines: lines.map((line) => JSON.parse(line) as Line),
    journal: {
      append(line) {
        writeSync(file, `${JSON.stringify(line)}\n`);
        fsyncSync(file);
      },
      close: () => closeSync(file),
    },
  };
}

/** The name of a new file is on disk only after its folder is synced. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
