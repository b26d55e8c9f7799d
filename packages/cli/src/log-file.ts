/**
 * An application writes its output directly into its log file. So it never waits for the supervisor, and loses no
 * output if the supervisor is killed. The supervisor reads the file as it grows. Size limit: two files of 10 MB each.
 */
import { closeSync, copyFileSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

export interface LogFile {
  readonly path: string;
  /** File descriptor for the application's stdout and stderr, opened for appending. */
  readonly descriptor: number;
  /** Number of bytes written so far, by any process. */
  readonly written: () => number;
  /** Delivers everything written so far, without waiting for the next poll. */
  readonly catchUp: () => void;
  /** Delivers the rest, then closes the file. */
  readonly close: () => void;
}

export interface LogFileOptions {
  readonly directory: string;
  readonly name: string;
  readonly onLine: (line: string) => void;
  readonly bytesMax?: number;
}

const BYTES_MAX = 10 * 2 ** 20;
const POLL_MS = 200;
const CHUNK_BYTES = 64 * 1024;

export function openLogFile({ directory, name, onLine, bytesMax = BYTES_MAX }: LogFileOptions): LogFile {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${name}.log`);
  const descriptor = openSync(path, 'a+', 0o600);
  let position = fstatSync(descriptor).size;
  let turnedBytes = 0;
  const takeLines = lineSplitter(onLine);
  const chunk = Buffer.alloc(CHUNK_BYTES);

  function catchUp(): void {
    for (;;) {
      const bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, position);
      if (bytes === 0) break;
      position += bytes;
      takeLines(chunk.subarray(0, bytes));
    }
    if (position > bytesMax) turn();
  }

  /**
   * The application keeps its descriptor, so the file is truncated in place. Output written at that instant may be
   * lost.
   */
  function turn(): void {
    copyFileSync(path, `${path}.1`);
    ftruncateSync(descriptor, 0);
    turnedBytes += position;
    position = 0;
  }

  const looking = setInterval(catchUp, POLL_MS).unref();
  return {
    path,
    descriptor,
    written: () => turnedBytes + position,
    catchUp,
    close() {
      clearInterval(looking);
      catchUp();
      closeSync(descriptor);
    },
  };
}

function lineSplitter(onLine: (line: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    let begin = 0;
    const all = Buffer.concat([rest, bytes]);
    for (let end = all.indexOf('\n'); end !== -1; end = all.indexOf('\n', begin)) {
      onLine(all.toString('utf8', begin, end));
      begin = end + 1;
    }
    // An unfinished line is cut, so that memory stays bounded.
    rest = Buffer.from(all.subarray(Math.max(begin, all.length - CHUNK_BYTES)));
  };
}
