/** Lets a runner ask Farebox for its runs, so that it needs no address: docs/runner-pull.md. */
import type { Runner } from '../runner.ts';
import { partsOf } from '../runner.ts';
import { createClient } from './client.ts';
import { follow, type Following } from './follow.ts';
import { backoffMs, paused } from './pauses.ts';

export interface PullOptions {
  /** That of the Farebox API, such as https://api.farebox.example. */
  readonly url: string;
  /** The runner key of the tool. */
  readonly key: string;
  /** Runs at the same time. Default: those of the runner. */
  readonly concurrency?: number;
  /** As in the manifest. True: an interrupted run may begin again, so a shutdown gives it back. Default: false. */
  readonly idempotent?: boolean;
  /** Ends pulling: runs that have begun get `graceMs` to end. */
  readonly signal?: AbortSignal;
  /** Default: 8 s. */
  readonly graceMs?: number;
}

const GRACE_MS = 8_000;
/** For the last reports. */
const LEAVE_MS = 5_000;
/** Between claims that bring nothing at once, as a gateway that is shut down responds. */
const IDLE_MS = 1_000;
const FULL_MS = 5_000;

/** Resolves once `signal` has aborted and each run was reported. Rejects if Farebox does not accept the key. */
export async function pull(runner: Runner, options: PullOptions): Promise<void> {
  const { url, key, signal, idempotent = false, graceMs = GRACE_MS } = options;
  const { runs, onError } = partsOf(runner);
  if (key === '') throw new TypeError('a runner key is missing');
  const { concurrency = runs.concurrency } = options;
  const [stopping, interrupting, leaving] = [new AbortController(), new AbortController(), new AbortController()];
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (afterMs: number): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    timers.push(setTimeout(() => interrupting.abort(), afterMs));
    timers.push(setTimeout(() => leaving.abort(), afterMs + LEAVE_MS));
  };
  const stopOnSignal = (): void => stop(graceMs);
  if (signal?.aborted === true) return;
  signal?.addEventListener('abort', stopOnSignal, { once: true });
  const claims = new Map<string, number>();
  const following: Following = {
    client: createClient({ url, key }),
    runs,
    isRepeatable: idempotent,
    stopping: stopping.signal,
    interrupting: interrupting.signal,
    leaving: leaving.signal,
    isShared: (token) => (claims.get(token) ?? 0) > 1,
    onError,
  };
  const places = Array.from({ length: concurrency }, () =>
    work(following, claims).catch((error: unknown) => {
      stop(0);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(places);
  signal?.removeEventListener('abort', stopOnSignal);
  for (const timer of timers) clearTimeout(timer);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/** One place: claims a run, does its work, and claims the next one. */
async function work(following: Following, claims: Map<string, number>): Promise<void> {
  const { client, stopping, onError } = following;
  for (let failures = 0; !stopping.aborted;) {
    const askedMs = Date.now();
    const heard = await client.claim(stopping);
    if (heard.kind !== 'ok') {
      if (stopping.aborted) return;
      onError(new Error(`a claim was not answered: ${heard.problem}`), 'claim');
      const afterMs = heard.kind === 'later' ? heard.afterMs : null;
      await paused(afterMs ?? backoffMs(failures++), stopping);
      continue;
    }
    failures = 0;
    const { data: run } = heard;
    if (run === null) {
      if (Date.now() - askedMs < IDLE_MS) await paused(IDLE_MS, stopping);
      continue;
    }
    const { token } = run;
    claims.set(token, (claims.get(token) ?? 0) + 1);
    const end = await follow(run, following).finally(() => forget(claims, token));
    if (end === 'not_taken') await paused(FULL_MS, stopping);
  }
}

function forget(claims: Map<string, number>, token: string): void {
  const others = (claims.get(token) ?? 0) - 1;
  if (others > 0) claims.set(token, others);
  else claims.delete(token);
}
