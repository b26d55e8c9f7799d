/**
 * Keeps one application process running: starts it, keeps its log, starts it again after a crash (bounded, ever more
 * slowly), and ends it. It is in a session of its own, so that a Ctrl-C reaches it only through `stop`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogFile } from './log-file.ts';
import { NO_CRASHES, afterExit } from './restart.ts';

export interface ApplicationOptions {
  readonly name: string;
  /** The module that Node runs. */
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: LogFile;
  /** How long it may take to end when it is asked to; default 25 s. */
  readonly stopTimeoutMs?: number;
  /** Aborts when whoever asked to stop does not want to wait any longer: it is told once more. */
  readonly forced?: AbortSignal | undefined;
  /** Told of every end that nobody asked for; `isFinal` when it will not be started again. */
  readonly onCrash: (reason: string, isFinal: boolean) => void;
}

export interface Application {
  /** SIGTERM, and SIGKILL when it has not ended in time. Resolves when it is gone. */
  readonly stop: () => Promise<void>;
  /** A number that rises while it does something: bytes of its log and ticks of processor time. */
  readonly progress: () => number;
}

export const STOP_TIMEOUT_MS = 25_000;
/** New objects of a process of one machine's user fit into less than the 64 MB that Node would keep for them. */
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

/** Why it ended, in a few words; by then its last words have been read. */
async function endOf(child: ChildProcess, log: LogFile): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    log.catchUp();
    return signal ?? `exit ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Processor time so far; 0 where the system does not tell (it is Linux that has these files). */
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
