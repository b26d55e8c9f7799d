/**
 * Keeps a paid result while the store is unavailable: storing it is retried as long as the claim is valid, and
 * meanwhile it is on this machine's disk. A worker that must stop earlier leaves only what is safe there.
 */
import { InvariantError, retry } from '@farebox/kernel';
import type { Leased } from '../leased.ts';
import type { Observer } from '../observer.ts';
import type { LocalEntry } from '../spool/local.ts';
import type { Spool } from '../spool/spool.ts';

const PAUSES = { pauseMs: 250, pauseMsMax: 5000 } as const;

export interface StoreRetry {
  readonly spool: Spool;
  readonly leased: Leased;
  readonly observer: Observer;
}

/** Resolves once the response and its artifacts are in the store. */
export async function storeWithRetry(entry: LocalEntry, { spool, leased, observer }: StoreRetry): Promise<void> {
  const { signal } = leased.leaving;
  let isSafe = false;
  async function again(error: unknown): Promise<boolean> {
    if (error instanceof InvariantError) return false;
    observer.warn(error, 'a paid result cannot be stored yet; trying again');
    isSafe ||= await spool.keepHere(entry);
    if (isSafe) signal.throwIfAborted();
    return true;
  }
  await retry(() => spool.put(entry), { ...PAUSES, again, signal: () => (isSafe ? signal : undefined) });
}
