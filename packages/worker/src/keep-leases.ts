/**
 * Keeps what this process holds: renews leases, and notices cancel requests, deadlines and lost leases. One timer and at most
 * three statements a turn for all executions; work that is over within a moment costs none.
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

/** A cancel request reaches a running operation within two turns. */
const TURN_MS = 1000;
/** Younger work is left alone: most of it ends before anybody could ask about it. */
const AGE_MIN_MS = 500;

/** Returns how to stop. */
export function keepLeases(keeping: LeaseKeeping): () => void {
  const turnMs = Math.min(TURN_MS, keeping.leaseMs / 4);
  let asking = false;

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      await within(keeping.leaseMs, 'keeping leases', renewAndWatch(keeping));
    } catch (error) {
      keeping.observer.warn(error, 'could not keep leases; trying again');
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
 * By the local monotonic clock, so that it works while the database does not answer. A lease that ran out stops nothing: only the
 * database knows whether somebody else has claimed what is in hand.
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

/** Of those whose operation knows. Whoever polls can do without it, so a failure is nobody's. */
async function tellProgress(leased: readonly Leased[], store: LeaseKeeping['store']): Promise<void> {
  const told = leased.flatMap((each) => {
    if (each.progress === null || each.stop !== null) return [];
    const { step, read } = each.progress;
    return [{ ...leaseOf(each), step, progress: Math.min(Math.max(read(), 0), 1) }];
  });
  if (told.length > 0) await store.tellProgress(told).catch(() => {});
}
