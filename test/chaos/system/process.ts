/**
 * One process of the system: started, killed, paused, resumed, ended in order, and started again, all with one log.
 * It never outlives this one: the kernel kills it with its parent, stopped or not.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

export interface ProcessOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder for its log. */
  readonly logs: string;
  /** Started again when it ends without having been asked to, as a supervisor does. */
  readonly restarts?: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly tookMs: number;
}

export interface Process {
  readonly name: string;
  readonly pid: () => number | undefined;
  readonly isRunning: () => boolean;
  /** How often it has ended without having been asked to. */
  readonly endings: () => number;
  /** Nothing happens when it runs. */
  readonly start: () => void;
  /** Resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, as a deploy does; null when it did not run. */
  readonly terminate: () => Promise<Ended | null>;
  readonly pause: () => void;
  readonly resume: () => void;
}

const RESTART_MS = 300;

export function createProcess({ name, command, env, logs, restarts = false }: ProcessOptions): Process {
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let asked = false;
  let endings = 0;
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => void (isRunning() && child?.kill(name));

  async function end(name: NodeJS.Signals): Promise<void> {
    asked = true;
    signal(name);
    await ended;
  }

  function start(): void {
    if (isRunning()) return;
    const log = openSync(join(logs, `${name}.log`), 'a');
    const started = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...command], {
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    [child, asked] = [started, false];
    ended = once(started, 'exit').then(() => {
      if (asked || child !== started) return;
      endings++;
      if (restarts) setTimeout(() => asked || start(), RESTART_MS);
    });
  }

  return {
    name,
    isRunning,
    endings: () => endings,
    start,
    pid: () => (isRunning() ? child?.pid : undefined),
    kill: () => end('SIGKILL'),
    async terminate() {
      const startedMs = performance.now();
      const running = child;
      if (!isRunning() || running === undefined) return null;
      await end('SIGTERM');
      return { code: running.exitCode, signal: running.signalCode, tookMs: performance.now() - startedMs };
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
  };
}

/** No setting of whoever runs the suite leaks into the system. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(TOLLGATE_|DATABASE_URL$|REDIS_URL$|S3_|MINIO_|VITEST|NODE_ENV$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
