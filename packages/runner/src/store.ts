/** Where a runner keeps its runs. A token that was taken once is never taken again, also after a restart of the program. */
import { RUNNER_LIMITS, type EndedReply } from '@farebox/runner-protocol';

export type StoredRun = { readonly status: 'running' } | EndedReply;

export interface RunStore {
  /** Stores that the run is taken, before its work begins. False if the token is stored already: atomic. */
  readonly begin: (token: string) => Promise<boolean>;
  /** Stores the end of a run that was taken. An end that is stored stays as it is. */
  readonly end: (token: string, reply: EndedReply) => Promise<void>;
  readonly find: (token: string) => Promise<StoredRun | null>;
}

export const KEEP_MS = RUNNER_LIMITS.keepHours * 3_600_000;

/** Forgets all runs at the end of the process, so use it only for tools that are not `idempotent`, and for tests. */
export function memoryStore(): RunStore {
  const runs = new Map<string, { readonly run: StoredRun; readonly atMs: number }>();
  return {
    begin(token) {
      for (const [old, { atMs }] of runs) {
        if (atMs > Date.now() - KEEP_MS) break; // in the order of their last change
        runs.delete(old);
      }
      if (runs.has(token)) return Promise.resolve(false);
      runs.set(token, { run: { status: 'running' }, atMs: Date.now() });
      return Promise.resolve(true);
    },
    end(token, run) {
      if (runs.get(token)?.run.status !== 'running') return Promise.resolve();
      runs.delete(token);
      runs.set(token, { run, atMs: Date.now() });
      return Promise.resolve();
    },
    find: (token) => Promise.resolve(runs.get(token)?.run ?? null),
  };
}
