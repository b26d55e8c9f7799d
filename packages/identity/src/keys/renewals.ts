/**
 * Stores a key that was used under an older pepper under the first one, outside of requests, so that the older pepper can be
 * removed. It must never delay or fail a request; a renewal that cannot be written is noted again at a later lookup.
 */
import { boundedMap, type Clock } from '@farebox/kernel';
import type { Digest } from './digest.ts';

/** A key that is stored under an older pepper. */
export interface Renewal {
  readonly keyId: string;
  readonly from: Uint8Array;
  readonly to: Digest;
  /** The mark of the pepper of `to`. */
  readonly pepperMark: string;
}

export interface KeyRenewals<Noted extends Renewal = Renewal> {
  readonly note: (renewal: Noted) => void;
}

export interface KeyRenewalsOptions<Noted extends Renewal> {
  /** Replaces the digest `from`, unless it has changed since it was read. */
  readonly replace: (renewal: Noted) => Promise<void>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Gateways with another order of peppers do not rewrite a key more often than this. */
const AGAIN_MS = 60_000;
const KEYS_MAX = 10_000;

export function createKeyRenewals<Noted extends Renewal>({
  replace,
  clock,
}: KeyRenewalsOptions<Noted>): KeyRenewals<Noted> {
  const notedAt = boundedMap<number>(KEYS_MAX);
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    note: (renewal) => {
      const nowMs = clock.monotonicMs();
      const sinceMs = notedAt.get(renewal.keyId);
      if (waiting >= KEYS_MAX || (sinceMs !== undefined && nowMs < sinceMs + AGAIN_MS)) return;
      notedAt.set(renewal.keyId, nowMs);
      waiting += 1;
      // One after the other: a fleet of keys that moves at once takes one connection.
      writing = writing
        .then(() => replace(renewal))
        .catch(() => {})
        .finally(() => void (waiting -= 1));
    },
  };
}
