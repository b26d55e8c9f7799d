/**
 * One program of a system under test: started with a log, stopped with the run, and its log quoted if it does not
 * start.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningProcess, startProcess } from './start-process.ts';

export interface ProgramOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder for its log; if omitted, its output is discarded. */
  readonly directory?: string;
  /** Time for an orderly stop before it is killed, in seconds; default 25. 0 kills at once, also a suspended process. */
  readonly stopSeconds?: number;
  /** PostgreSQL refuses to run as root. */
  readonly uid?: number;
}

export interface Program {
  readonly name: string;
  /** Pid of the program itself, for a test that kills it. */
  readonly pid: number;
  /** Resolves when `responds` returns true. Rejects with the end of its log if it exits earlier or takes too long. */
  readonly ready: (responds: () => Promise<boolean>, timeoutMs: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const LOG_TAIL_CHARS = 3000;
const READY_PAUSE_MS = 25;
const STOP_SECONDS = 25;

export function startProgram(options: ProgramOptions): Program {
  const { name, command, env = {}, directory, uid, stopSeconds = STOP_SECONDS } = options;
  const log = directory === undefined ? devNull : join(directory, `${name}.log`);
  const file = openSync(log, 'w');
  const running = startProcess({ command, env, uid, stdout: file, stderr: file, stopSeconds });
  closeSync(file);
  const stop = async (): Promise<void> => {
    if (stopSeconds === 0) return void (await running.end('SIGKILL'));
    const late = setTimeout(() => running.child.kill('SIGKILL'), stopSeconds * 1000);
    await running.end('SIGTERM');
    clearTimeout(late);
  };
  return {
    name,
    pid: running.pid,
    stop,
    ready: (responds, timeoutMs) => untilReady({ name, log, running, responds }, timeoutMs),
  };
}

interface Waiting {
  readonly name: string;
  readonly log: string;
  readonly running: RunningProcess;
  readonly responds: () => Promise<boolean>;
}

async function untilReady({ name, log, running: { child }, responds }: Waiting, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await responds().catch(() => false))) {
    const lives = child.exitCode === null && child.signalCode === null;
    if (!lives || performance.now() > deadline) {
      throw new Error(
        `${name} ${lives ? 'does not answer' : 'ended'}; its log ends with:\n${readFileSync(log, 'utf8').slice(-LOG_TAIL_CHARS)}`,
      );
    }
    await pause(READY_PAUSE_MS);
  }
}

/** Whether a URL returns 200. */
export const respondsOk = (url: string) => async (): Promise<boolean> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status === 200;
};
