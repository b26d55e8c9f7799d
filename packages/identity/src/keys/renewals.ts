/**
 * Stores a key that was used under an older pepper under the first one, outside of requests, so that the older pepper can be
 * removed. It must never delay or fail a request; a renewal that cannot be written is noted again at a later lookup.
 */
import type { Database } from '@farebox/db';
import { boundedMap, type Clock } from '@farebox/kernel';
import type { Digest } from './digest.ts';
import type { Identity } from './identity.ts';
import { replaceDigest } from './store/renew.ts';

export interface Renewal {
  readonly ids: Identity;
  readonly from: Uint8Array;
  readonly to: Digest;
  /** The mark of the pepper of `to`. */
  readonly pepperMark: string;
}

export interface KeyRenewals {
  readonly note: (renewal: Renewal) => void;
}

/** Gateways with another order of peppers do not rewrite a key more often than this. */
const AGAIN_MS = 60_000;
const KEYS_MAX = 10_000;

export function createKeyRenewals(database: Database, clock: Pick<Clock, 'monotonicMs'>): KeyRenewals {
  const notedAt = boundedMap<number>(KEYS_MAX);
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    note: ({ ids: { key, project }, ...change }) => {
      const nowMs = clock.monotonicMs();
      const sinceMs = notedAt.get(key.id);
      if (waiting >= KEYS_MAX || (sinceMs !== undefined && nowMs < sinceMs + AGAIN_MS)) return;
      notedAt.set(key.id, nowMs);
      waiting += 1;
      // One after the other: a fleet of keys that moves at once takes one connection.
      writing = writing
        .then(() => replaceDigest(database, { projectId: project.id, keyId: key.id, ...change }))
        .catch(() => {})
        .finally(() => void (waiting -= 1));
    },
  };
}
