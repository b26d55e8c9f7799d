/**
 * Keeps one application process running: starts it, keeps its log, and restarts it after a crash. The number of
 * restarts is bounded and their delay grows. The process has its own session, so that Ctrl-C reaches it only through
 * `stop`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogFile } from './log-file.ts';
import { NO_CRASHES, afterExit } from './restart.ts';

export interface ApplicationOptions {
  readonly name: string;
  /** Path of the module that Node runs. */
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: LogFile;
  /** Time the process may take to stop, in milliseconds; default 25 s. */
  readonly stopTimeoutMs?: number;
  /** Aborts when the user asks a second time to stop. The signal is then sent to the process again. */
  readonly forced?: AbortSignal | undefined;
  /** Called at every unexpected end. `isFinal` is true if the process will not be restarted. */
  readonly onCrash: (reason: string, isFinal: boolean) => void;
}

export interface Application {
  /** Sends SIGTERM, then SIGKILL after the timeout. Resolves when the process has ended. */
  readonly stop: () => Promise<void>;
  /** A number that grows while the process works: bytes in its log plus ticks of processor time. */
  readonly progress: () => number;
}

export const STOP_TIMEOUT_MS = 25_000;
/** A process that serves one user of one machine needs less than the 64 MB that Node reserves for new objects. */
const SMALL = '--max-semi-space-size=4';
const ORPHAN = new URL('./orphan.ts', import.meta.url).href;

export function runApplication(options: ApplicationOptions): Application {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const keepRunning = async (): Promise<void> => {
    let attempts = NO_CRASHES;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      child = startProcess(options);
      const reason = await endOf(child, options.log);
      if (stopping.signal.aborted) return;
      const decision = afterExit(attempts, performance.now() - began);
      options.onCrash(`${options.name} ended (${reason})`, decision.kind === 'give-up');
      if (decision.kind === 'give-up') return;
      attempts = decision.attempts;
      await pause(decision.afterMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = keepRunning();
  return {
    progress: () => options.log.written() + ticksOf(child?.pid),
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), options.stopTimeoutMs ?? STOP_TIMEOUT_MS);
      const force = (): void => void child?.kill('SIGTERM');
      options.forced?.addEventListener('abort', force);
      await ended;
      options.forced?.removeEventListener('abort', force);
      clearTimeout(late);
    },
  };
}

function startProcess({ script, env, log, stopTimeoutMs = STOP_TIMEOUT_MS }: ApplicationOptions): ChildProcess {
  return spawn(process.execPath, [SMALL, '--import', ORPHAN, script], {
    env: { ...env, SUPERVISED: String(stopTimeoutMs) },
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor, 'ipc'],
  });
}

/** Why the process ended, in a few words. The rest of its log has been read by then. */
async function endOf(child: ChildProcess, log: LogFile): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    log.catchUp();
    return signal ?? `exit ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Processor time used so far, in ticks; 0 on systems without /proc (Linux has it). */
function ticksOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
