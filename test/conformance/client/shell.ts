/** Commands as a reader pastes them into a shell, and programs that use a client of the API. */
import { type Ended, runProcess, startProcess } from '@farebox/testing';

/** What they print; rejects when the last of them fails. */
export const shell = (
  script: string,
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<string> => runProcess({ command: ['/bin/sh', '-c', script], ...options });

/** A program of this suite, to its end, whatever that is. */
export const program = (path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  startProcess({ command: [process.execPath, path, ...args], env }).ended;

/** A program of others, to its end, whatever that is. */
export const foreign = (
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => startProcess({ command, cwd, env, stderr: 'keep' }).ended;

/** What it prints; rejects when it fails. */
export const printed = (command: readonly string[], cwd: string): Promise<string> => runProcess({ command, cwd });
