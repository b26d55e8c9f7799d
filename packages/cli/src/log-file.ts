/** Everything an application writes, kept on disk within a bound: at most two files of 10 MB for each application. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface LogFile {
  readonly path: string;
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
}

const BYTES_MAX = 10 * 2 ** 20;

/** Written synchronously: what an application said before it crashed is there when somebody looks. */
export function openLogFile(directory: string, name: string, bytesMax = BYTES_MAX): LogFile {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${name}.log`);
  let file = openSync(path, 'a', 0o600);
  let bytes = fstatSync(file).size;
  const turn = (): void => {
    closeSync(file);
    renameSync(path, `${path}.1`);
    file = openSync(path, 'a', 0o600);
    bytes = 0;
  };
  return {
    path,
    write(chunk) {
      if (bytes > 0 && bytes + chunk.length > bytesMax) turn();
      bytes += writeSync(file, chunk);
    },
    close: () => closeSync(file),
  };
}
