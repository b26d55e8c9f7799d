/**
 * Finds the identity of a token, with a cache. A lookup is cached for less than a second from the start of its query, so a revoked key stops working on
 * every gateway within a second without a message bus.
 */
import { hash } from 'node:crypto';
import type { Database } from '@farebox/db';
import { type Clock, groupQueries, systemClock, boundedMap } from '@farebox/kernel';
import { type Digest, digestsOf, pepperMarkOf, sameDigest } from './digest.ts';
import type { Identity } from './identity.ts';
import { createKeyRenewals, type KeyRenewals } from './renewals.ts';
import { findLiveKeys } from './store/find.ts';
import { parseToken, type Token } from './token.ts';
import type { KeyUses } from './uses.ts';

export interface KeyDirectory {
  /** Null: not an active key, for any reason. Rejects only if the database is unavailable. */
  readonly find: (token: string) => Promise<Identity | null>;
  /** Finds a key by its public id, which alone grants nothing. For URLs that this system signed in the name of the key. Not cached. */
  readonly findByPublicId: (publicId: string) => Promise<Identity | null>;
}

export interface KeyDirectoryOptions {
  readonly database: Database;
  /** The setting: each pepper is accepted. A key under a later one is stored under the first when it is used. */
  readonly pepper: string;
  readonly clock?: Clock;
  /** Called for every lookup that finds an active key. */
  readonly uses?: Pick<KeyUses, 'note'>;
}

/** Leaves 100 ms of the promised second for the response. */
const REMEMBER_MS = 900;
const LIVE_MAX = 10_000;
/** A separate cache: guesses evict only guesses, never active keys. */
const REFUSED_MAX = 10_000;
const GROUPING = { groupMax: 200, queriesMax: 2, waitingMax: 5_000 } as const;
/** Tokens that were never an active key here. Known keys have a separate lane, so guesses do not delay them. */
const GUESSES = { groupMax: 200, queriesMax: 1, waitingMax: 5_000 } as const;

interface Remembered {
  readonly lookup: Promise<Identity | null>;
  readonly untilMs: number;
}

export function createKeyDirectory(options: KeyDirectoryOptions): KeyDirectory {
  const { database, pepper, clock = systemClock, uses } = options;
  const live = boundedMap<Remembered>(LIVE_MAX);
  const renewals = createKeyRenewals(database, clock);
  const refused = boundedMap<Remembered>(REFUSED_MAX);
  const verify = (tokens: readonly Token[]) => verifyAll(tokens, { database, pepper, renewals });
  const lookUpById = groupQueries((ids: readonly string[]) => identitiesOf(ids, database), GROUPING);
  const [lookUp, lookUpGuess] = [groupQueries(verify, GROUPING), groupQueries(verify, GUESSES)];

  function ask(token: Token, cacheKey: string): Promise<Identity | null> {
    const untilMs = clock.monotonicMs() + REMEMBER_MS;
    const wasLive = live.get(cacheKey) !== undefined; // the cached lookup has expired, but the token is no guess
    const lookup = wasLive ? lookUp(token) : lookUpGuess(token);
    refused.set(cacheKey, { lookup, untilMs }); // concurrent requests wait for the same query
    lookup.then(
      (identity) => {
        if (identity === null) return;
        live.set(cacheKey, { lookup, untilMs });
        uses?.note({ projectId: identity.project.id, keyId: identity.key.id });
      },
      () => refused.set(cacheKey, { lookup, untilMs: 0 }), // failures are not cached: the next request queries again
    );
    return lookup;
  }

  return {
    find: (text) => {
      // The cache key is a digest, so that a heap dump of the cache contains no keys.
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
  { database, pepper, renewals }: { database: Database; pepper: string; renewals: Pick<KeyRenewals, 'note'> },
): Promise<readonly (Identity | null)[]> {
  const found = await findLiveKeys(database, [...new Set(tokens.map(({ publicId }) => publicId))]);
  const byPublicId = new Map(found.map((key) => [key.publicId, key]));
  return tokens.map(({ text, publicId }) => {
    const digests = digestsOf(pepper, text); // computed even for an unknown public id, so that timing reveals nothing
    const key = byPublicId.get(publicId);
    const under = key === undefined ? -1 : digests.findIndex((digest) => sameDigest(digest, key.secretHmac));
    if (key === undefined || under < 0) return null;
    if (under > 0)
      renewals.note({
        ids: key.identity,
        from: key.secretHmac,
        to: digests[0] as Digest,
        pepperMark: pepperMarkOf(pepper),
      });
    return key.identity;
  });
}

async function identitiesOf(publicIds: readonly string[], database: Database): Promise<readonly (Identity | null)[]> {
  const found = await findLiveKeys(database, [...new Set(publicIds)]);
  const byPublicId = new Map(found.map(({ publicId, identity }) => [publicId, identity]));
  return publicIds.map((publicId) => byPublicId.get(publicId) ?? null);
}
