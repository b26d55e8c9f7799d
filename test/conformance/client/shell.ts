/** Runs commands as a reader pastes them into a shell, and programs that use a client of the API. */
import { type Ended, runProcess, type RunningProcess, startProcess } from '@farebox/testing';

/** Resolves to their output; rejects when the last of them fails. */
export const shell = (
  script: string,
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<string> => runProcess({ command: ['/bin/sh', '-c', script], ...options });

/** Runs a program of this suite to its end, whether it fails or not. */
export const program = (path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  startProcess({ command: [process.execPath, path, ...args], env }).ended;

/** Runs a third-party program to its end, whether it fails or not. */
export const foreign = (
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => startProcess({ command, cwd, env, stderr: 'keep' }).ended;

/** Runs a third-party program until it is disposed. */
export const running = (command: readonly string[], cwd: string): RunningProcess =>
  startProcess({ command, cwd, stderr: 'keep' });

/** Resolves to its output; rejects when it fails. */
export const printed = (command: readonly string[], cwd: string): Promise<string> => runProcess({ command, cwd });
