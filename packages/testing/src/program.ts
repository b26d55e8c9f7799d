/** One program of a system under test: started with a log of its own, ended with the run, quoted when it does not start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProgramOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder for its log; left out: what it says is not kept. */
  readonly directory?: string;
  /** To stop in order, before it is killed; default 25. 0 kills at once, also a process that was stopped. */
  readonly stopSeconds?: number;
  /** PostgreSQL refuses to run as root. */
  readonly uid?: number;
}

export interface Program {
  readonly name: string;
  /** Of the program itself, for a test that kills it. */
  readonly pid: Promise<number>;
  /** Resolves when `answers` says true; rejects with the end of its log when it ends first or takes too long. */
  readonly ready: (responds: () => Promise<boolean>, timeoutMs: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const TETHERED = readFileSync(join(import.meta.dirname, 'tethered-program.sh'), 'utf8');
const LOG_TAIL_CHARS = 3000;
const READY_PAUSE_MS = 25;
const STOP_SECONDS = 25;

export function startProgram(options: ProgramOptions): Program {
  const { name, command, env = {}, directory, uid, stopSeconds = STOP_SECONDS } = options;
  const log = directory === undefined ? devNull : join(directory, `${name}.log`);
  const owner = uid === undefined ? {} : { uid, gid: uid };
  const shell = spawn('/bin/sh', ['-c', TETHERED, log, String(stopSeconds * 10), ...command], {
    env: { ...cleanEnv(), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    ...owner,
  });
  shell.stdin.on('error', () => {}); // already ended
  const pid = once(shell.stdout, 'data').then(([text]) => Number(String(text)));
  const ended = once(shell, 'exit');
  const stop = async (): Promise<void> => {
    shell.stdin.end();
    await ended;
  };
  return { name, pid, stop, ready: (responds, timeoutMs) => untilReady({ name, log, pid, responds }, timeoutMs) };
}

/** What a newcomer's shell has: no setting of ours leaks from the run into the system. */
function cleanEnv(): NodeJS.ProcessEnv {
  const ours = /^(TOLLGATE_|DATABASE_URL$|REDIS_URL$|S3_|VITEST|NODE_ENV$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

interface Waiting {
  readonly name: string;
  readonly log: string;
  readonly pid: Promise<number>;
  readonly responds: () => Promise<boolean>;
}

async function untilReady({ name, log, pid, responds }: Waiting, timeoutMs: number): Promise<void> {
  const program = await pid;
  const deadline = performance.now() + timeoutMs;
  while (!(await responds().catch(() => false))) {
    const lives = isRunning(program);
    if (!lives || performance.now() > deadline) {
      throw new Error(
        `${name} ${lives ? 'does not answer' : 'ended'}; its log ends with:\n${readFileSync(log, 'utf8').slice(-LOG_TAIL_CHARS)}`,
      );
    }
    await pause(READY_PAUSE_MS);
  }
}

function isRunning(pid: number): boolean {
  try {
    // A program that ended is a zombie until its shell is told to stop.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a URL answers 200. */
export const respondsOk = (url: string) => async (): Promise<boolean> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status === 200;
};
