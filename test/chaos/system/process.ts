/**
 * One process of the system: started, killed, paused, resumed, ended in order, and started again, with one log. It never outlives the process that
 * started it, stopped or not.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended as ProcessEnded, type RunningProcess, startProcess } from '@farebox/testing';

export interface ProcessOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder for its log. */
  readonly logs: string;
  /** Restarts the process when it ends by itself, as a supervisor does. */
  readonly restarts?: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Process {
  readonly name: string;
  readonly pid: () => number | undefined;
  readonly isRunning: () => boolean;
  /** Number of times that it ended by itself. */
  readonly endings: () => number;
  /** Does nothing if it runs. */
  readonly start: () => void;
  /** Resolves when the process has ended. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, as a deploy does; null if it did not run. */
  readonly terminate: () => Promise<Ended | null>;
  readonly pause: () => void;
  readonly resume: () => void;
}

const RESTART_MS = 300;

export function createProcess({ name, command, env, logs, restarts = false }: ProcessOptions): Process {
  let current: RunningProcess | undefined;
  let asked = false;
  let endings = 0;
  const isRunning = (): boolean => current?.child.exitCode === null && current.child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => void (isRunning() && current?.child.kill(name));

  async function end(name: NodeJS.Signals): Promise<ProcessEnded | undefined> {
    asked = true;
    return await current?.end(name);
  }

  function start(): void {
    if (isRunning()) return;
    const log = openSync(join(logs, `${name}.log`), 'a');
    const started = startProcess({ command, env, stdout: log, stderr: log });
    closeSync(log);
    [current, asked] = [started, false];
    void started.ended.then(() => {
      if (asked || current !== started) return;
      endings++;
      if (restarts) setTimeout(() => asked || start(), RESTART_MS);
    });
  }

  return {
    name,
    isRunning,
    endings: () => endings,
    start,
    pid: () => (isRunning() ? current?.pid : undefined),
    kill: async () => void (await end('SIGKILL')),
    async terminate() {
      const ended = isRunning() ? await end('SIGTERM') : undefined;
      return ended === undefined ? null : { code: ended.code, signal: ended.signal };
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
  };
}
