/**
 * Starts a server program from PATH (or Go's bin folder) for a test. It never outlives the process that started it: a
 * shell in between waits on a pipe and ends it when the pipe closes, however that process ended.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The full path of `program`; when it is missing, prints one line that says what to install and answers null. */
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
  /** Resolves true once the server answers; it is asked again until then. */
  readonly answers: () => Promise<boolean>;
}

export interface Launched {
  readonly pid: number;
  stop(): Promise<void>;
}

const HOLD = readFileSync(new URL('./hold.sh', import.meta.url), 'utf8');
const READY_TIMEOUT_MS = 15_000;
const READY_PAUSE_MS = 25;

/** Resolves when the server answers. Rejects when it ends first or does not answer in time. */
export async function launch({ program, args, env = {}, answers }: LaunchOptions): Promise<Launched> {
  const shell = spawn('/bin/sh', ['-c', HOLD, program, ...args], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  shell.stdin.on('error', () => {}); // already ended
  const ended = once(shell, 'exit');
  const stop = async (): Promise<void> => {
    shell.stdin.end();
    await ended;
  };
  const pid = Number(String((await once(shell.stdout, 'data'))[0]));
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await answers().catch(() => false))) {
    if (shell.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`${program} did not start`);
    }
    await pause(READY_PAUSE_MS);
  }
  return { pid, stop };
}
