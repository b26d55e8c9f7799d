/**
 * Token → identity, fast. A response is remembered for less than a second from the start of its query: that, and not a
 * message bus, is why a revoked key stops on every gateway within a second.
 */
import { hash } from 'node:crypto';
import type { Database } from '@farebox/db';
import { type Clock, coalesce, systemClock, boundedMap } from '@farebox/kernel';
import { digestOf, sameDigest } from './digest.ts';
import type { Identity } from './identity.ts';
import { findLiveKeys } from './store/find.ts';
import { parseToken, type Token } from './token.ts';
import type { KeyUses } from './uses.ts';

export interface KeyDirectory {
  /** Null: not a live key, for whatever reason. Rejects only when the database cannot say. */
  readonly find: (token: string) => Promise<Identity | null>;
  /** The same of a key that is not shown: by its public id, which opens nothing. For what was signed here in the name of a key. Not remembered. */
  readonly findByPublicId: (publicId: string) => Promise<Identity | null>;
}

export interface KeyDirectoryOptions {
  readonly database: Database;
  readonly pepper: string;
  readonly clock?: Clock;
  /** Is told of every look-up that finds a live key; left out: nobody wants to know. */
  readonly uses?: Pick<KeyUses, 'note'>;
}

/** Leaves 100 ms of the promised second for the response's own way. */
const REMEMBER_MS = 900;
const LIVE_MAX = 10_000;
/** Kept apart: guesses push out guesses, never live keys. */
const REFUSED_MAX = 10_000;
const COALESCE = { batchMax: 200, callsMax: 2, waitingMax: 5_000 } as const;
/** Texts that were never a live key here. However many come, who was let in before does not wait behind them. */
const GUESSES = { batchMax: 200, callsMax: 1, waitingMax: 5_000 } as const;

interface Remembered {
  readonly lookup: Promise<Identity | null>;
  readonly untilMs: number;
}

export function createKeyDirectory(options: KeyDirectoryOptions): KeyDirectory {
  const { database, pepper, clock = systemClock, uses } = options;
  const live = boundedMap<Remembered>(LIVE_MAX);
  const refused = boundedMap<Remembered>(REFUSED_MAX);
  const verify = (tokens: readonly Token[]) => verifyAll(tokens, { database, pepper });
  const lookUpById = coalesce((ids: readonly string[]) => identitiesOf(ids, database), COALESCE);
  const [lookUp, lookUpGuess] = [coalesce(verify, COALESCE), coalesce(verify, GUESSES)];

  function ask(token: Token, cacheKey: string): Promise<Identity | null> {
    const untilMs = clock.monotonicMs() + REMEMBER_MS;
    const wasLive = live.get(cacheKey) !== undefined; // its response is too old, but it is no guess
    const lookup = wasLive ? lookUp(token) : lookUpGuess(token);
    refused.set(cacheKey, { lookup, untilMs }); // requests that come meanwhile wait for the same query
    lookup.then(
      (identity) => {
        if (identity === null) return;
        live.set(cacheKey, { lookup, untilMs });
        uses?.note({ projectId: identity.project.id, keyId: identity.key.id });
      },
      () => refused.set(cacheKey, { lookup, untilMs: 0 }), // a failure is nobody's answer: the next request asks again
    );
    return lookup;
  }

  return {
    find: (text) => {
      // The digest stands for the secret, so that no heap dump of the cache is a list of keys.
      const cacheKey = hash('sha256', text);
      const nowMs = clock.monotonicMs();
      const known = fresh(live.get(cacheKey), nowMs) ?? fresh(refused.get(cacheKey), nowMs);
      if (known !== undefined) return known.lookup;
      const token = parseToken(text);
      return token === null ? Promise.resolve(null) : ask(token, cacheKey);
    },
    findByPublicId: (publicId) => lookUpById(publicId),
  };
}

const fresh = (entry: Remembered | undefined, nowMs: number): Remembered | undefined =>
  entry !== undefined && nowMs < entry.untilMs ? entry : undefined;

async function verifyAll(
  tokens: readonly Token[],
  { database, pepper }: { database: Database; pepper: string },
): Promise<readonly (Identity | null)[]> {
  const found = await findLiveKeys(database, [...new Set(tokens.map(({ publicId }) => publicId))]);
  const byPublicId = new Map(found.map((key) => [key.publicId, key]));
  return tokens.map(({ text, publicId }) => {
    const digest = digestOf(pepper, text); // also for an unknown public id, so that timing tells nothing
    const key = byPublicId.get(publicId);
    return key !== undefined && sameDigest(digest, key.secretHmac) ? key.identity : null;
  });
}

async function identitiesOf(publicIds: readonly string[], database: Database): Promise<readonly (Identity | null)[]> {
  const found = await findLiveKeys(database, [...new Set(publicIds)]);
  const byPublicId = new Map(found.map(({ publicId, identity }) => [publicId, identity]));
  return publicIds.map((publicId) => byPublicId.get(publicId) ?? null);
}
