/**
 * When keys were last used: a sample that the lookup of a key notes, written outside of requests, at most once per key and minute. It must never delay or
 * fail a request; a use that cannot be written is dropped, and noted again at the next lookup.
 */
import type { Database } from '@farebox/db';
import { boundedMap, type Clock, systemClock } from '@farebox/kernel';
import { type KeyUse, writeUses } from './store/uses.ts';

export interface KeyUses {
  readonly note: (use: KeyUse) => void;
  /** Writes the noted uses. Never rejects. */
  readonly flush: () => Promise<void>;
}

const SAMPLE_MS = 60_000;
/** Uses within this time share one statement. */
const GATHER_MS = 1_000;
const KEYS_MAX = 10_000;

export function createKeyUses(database: Database, clock: Pick<Clock, 'monotonicMs'> = systemClock): KeyUses {
  let notedAt = boundedMap<number>(KEYS_MAX);
  let pending: KeyUse[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = pending;
    pending = [];
    if (uses.length === 0) return;
    await writeUses(database, uses).catch(() => {
      notedAt = boundedMap(KEYS_MAX);
    });
  }

  return {
    note: (use) => {
      const nowMs = clock.monotonicMs();
      const sinceMs = notedAt.get(use.keyId);
      if (pending.length >= KEYS_MAX || (sinceMs !== undefined && nowMs < sinceMs + SAMPLE_MS)) return;
      notedAt.set(use.keyId, nowMs);
      pending.push(use);
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    flush,
  };
}
