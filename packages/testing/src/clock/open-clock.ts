/** A separate wall clock for one server, which a test can move while the server runs. Compiles clock.c. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../launch.ts';
import { runProcess } from '../start-process.ts';

const SOURCE = join(import.meta.dirname, 'clock.c');
const MICROS = 1_000_000n;

export interface Clock {
  /** Environment for the server alone. A process that finds no clock exits with 97. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock to this many seconds ahead of real time. */
  readonly ahead: (seconds: number) => void;
  readonly close: () => void;
}

/** Null if it can be compiled. */
export const missingClock = (): string | null =>
  findProgram('cc', 'apt-get install gcc libc6-dev') === null ? 'no C compiler: apt-get install gcc libc6-dev' : null;

/** Creates the clock's files in the folder, which the server's user must be able to enter. */
export async function openClock(directory: string): Promise<Clock> {
  const [library, file] = [join(directory, 'clock.so'), join(directory, 'clock')];
  await runProcess({ command: ['cc', '-shared', '-fPIC', '-O2', '-Wall', '-o', library, SOURCE, '-ldl'] });
  const descriptor = openSync(file, 'w', 0o644);
  const ahead = (seconds: number): void => {
    const micros = Buffer.alloc(8);
    micros.writeBigInt64LE(BigInt(seconds) * MICROS);
    writeSync(descriptor, micros, 0, micros.length, 0);
  };
  ahead(0);
  return { env: { LD_PRELOAD: library, TEST_CLOCK_FILE: file }, ahead, close: () => closeSync(descriptor) };
}
