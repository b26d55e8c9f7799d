/**
 * Starts a server program from the PATH (or Go's bin folder) for a test. The server stops with the test at the latest.
 * It contains only test data.
 */
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startProgram } from './program.ts';

/** The full path of `program`. If it is missing, prints one line that says what to install and returns null. */
export function findProgram(program: string, install: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), join(homedir(), 'go/bin')];
  const found = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (found === undefined) console.log(`skipped: ${program} is not on PATH; ${install}`);
  return found ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface LaunchOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Resolves true once the server responds; polled until then. */
  readonly responds: () => Promise<boolean>;
}

export interface Launched {
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 30_000;

/** Resolves when the server responds. Rejects if it exits earlier or does not respond in time. */
export async function launch({ program, args, env = {}, responds }: LaunchOptions): Promise<Launched> {
  const { pid, ready, stop } = startProgram({ name: program, command: [program, ...args], env, stopSeconds: 0 });
  try {
    await ready(responds, READY_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid, stop };
}
