/** A process of the measured system, in its production mode, with a log that is quoted when it does not start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Launched, launch } from '@tollgate/testing';

export interface ProgramOptions {
  readonly name: string;
  /** A TypeScript file and its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Answers 200 once it serves. */
  readonly readyUrl: string;
}

export async function startProgram({ name, command, env, directory, readyUrl }: ProgramOptions): Promise<Launched> {
  const log = join(directory, `${name}.log`);
  try {
    return await launch({
      program: '/bin/sh',
      args: ['-c', 'exec "$0" "$@" >"$BENCH_LOG" 2>&1', process.execPath, ...command],
      env: { ...env, NODE_ENV: 'production', BENCH_LOG: log },
      answers: async () => (await fetch(readyUrl)).ok,
    });
  } catch (cause) {
    throw new Error(`${name} did not start; its log:\n${readFileSync(log, 'utf8').slice(-3000)}`, { cause });
  }
}
