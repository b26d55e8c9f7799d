/**
 * Maintains the executions of this process: renews leases, and notices cancel requests, deadlines and lost leases. One
 * timer and at most three statements per interval serve all executions. Work that ends within a moment costs none.
 */
import { type WorkerStore, leaseOf } from '@farebox/executions';
import { type Clock, within } from '@farebox/kernel';
import { type Leased, stopWork } from './leased.ts';
import type { Observer } from './observer.ts';

export interface LeaseKeeping {
  readonly leased: ReadonlySet<Leased>;
  readonly store: Pick<WorkerStore, 'heartbeat' | 'watch' | 'tellProgress'>;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly observer: Observer;
}

/** A cancel request reaches a running operation within two intervals. */
const TURN_MS = 1000;
/** Younger work is skipped: most of it ends before a client could read its progress. */
const AGE_MIN_MS = 500;

/** Returns a function that stops it. */
export function keepLeases(keeping: LeaseKeeping): () => void {
  const turnMs = Math.min(TURN_MS, keeping.leaseMs / 4);
  let asking = false;

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      await within(keeping.leaseMs, 'renewing leases', renewAndWatch(keeping));
    } catch (error) {
      keeping.observer.warn(error, 'could not renew leases; trying again');
    } finally {
      asking = false;
    }
  }

  const timer = setInterval(() => {
    stopOverdue(keeping);
    void ask();
  }, turnMs);
  return () => clearInterval(timer);
}

/**
 * Uses the local monotonic clock, so that it works while the database does not respond. An expired lease stops nothing:
 * only the database knows whether another worker has claimed the execution.
 */
function stopOverdue({ leased, clock }: LeaseKeeping): void {
  const nowMs = clock.monotonicMs();
  for (const each of leased) {
    if (nowMs >= each.deadlineMs) stopWork(each, 'deadline');
  }
}

async function renewAndWatch({ leased, store, leaseMs, clock }: LeaseKeeping): Promise<void> {
  const sentMs = clock.monotonicMs();
  const old = [...leased].filter(
    ({ sinceMs, stop }) => stop !== 'lost' && sentMs - sinceMs >= Math.min(AGE_MIN_MS, leaseMs / 4),
  );
  const due = old.filter(({ leaseEndsMs }) => leaseEndsMs - sentMs <= (leaseMs * 2) / 3);
  const rest = old.filter((each) => !due.includes(each));
  const [renewed, watched] = await Promise.all([
    due.length > 0 ? store.heartbeat(due) : new Map<string, never>(),
    rest.length > 0 ? store.watch(rest) : new Map<string, never>(),
    tellProgress(old, store),
  ]);
  for (const each of due) {
    if (renewed.has(each.claimToken)) each.leaseEndsMs = sentMs + leaseMs;
  }
  for (const each of old) {
    const reply = renewed.get(each.claimToken) ?? watched.get(each.claimToken);
    if (reply === undefined) stopWork(each, 'lost');
    else if (reply.cancelRequested) stopWork(each, 'cancel');
  }
}

/** Reports the progress of operations that know it. Progress is optional for clients, so failures are ignored. */
async function tellProgress(leased: readonly Leased[], store: LeaseKeeping['store']): Promise<void> {
  const told = leased.flatMap((each) => {
    if (each.progress === null || each.stop !== null) return [];
    const { step, read } = each.progress;
    return [{ ...leaseOf(each), step, progress: Math.min(Math.max(read(), 0), 1) }];
  });
  if (told.length > 0) await store.tellProgress(told).catch(() => {});
}
