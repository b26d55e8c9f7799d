/**
 * Remembers lookups of keys for less than a second from the start of their query, so a revoked key stops working on every gateway within a second, without a
 * message bus. Guesses have a lane and a cache of their own: they neither delay nor evict keys that were active here.
 */
import { hash } from 'node:crypto';
import { boundedMap, type Clock } from '@farebox/kernel';

export interface KeyLookups<Token, Found> {
  /** Null: the text cannot be a key, so no query is needed. */
  readonly parse: (text: string) => Token | null;
  readonly lookUp: (token: Token) => Promise<Found | null>;
  /** For tokens that were never an active key here. */
  readonly lookUpGuess: (token: Token) => Promise<Found | null>;
  /** Called for every lookup that finds an active key. */
  readonly onFound?: (found: Found) => void;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Leaves 100 ms of the promised second for the response. */
const REMEMBER_MS = 900;
const LIVE_MAX = 10_000;
/** A separate cache: guesses evict only guesses, never active keys. */
const REFUSED_MAX = 10_000;

interface Remembered<Found> {
  readonly lookup: Promise<Found | null>;
  readonly untilMs: number;
}

/** The returned function finds a key by its text. Null: not an active key, for any reason. Rejects if the lookup does. */
export function rememberLookups<Token, Found>({
  parse,
  lookUp,
  lookUpGuess,
  onFound,
  clock,
}: KeyLookups<Token, Found>): (text: string) => Promise<Found | null> {
  const live = boundedMap<Remembered<Found>>(LIVE_MAX);
  const refused = boundedMap<Remembered<Found>>(REFUSED_MAX);

  function ask(token: Token, cacheKey: string): Promise<Found | null> {
    const untilMs = clock.monotonicMs() + REMEMBER_MS;
    const wasLive = live.get(cacheKey) !== undefined; // the cached lookup has expired, but the token is no guess
    const lookup = wasLive ? lookUp(token) : lookUpGuess(token);
    refused.set(cacheKey, { lookup, untilMs }); // concurrent requests wait for the same query
    lookup.then(
      (found) => {
        if (found === null) return;
        live.set(cacheKey, { lookup, untilMs });
        onFound?.(found);
      },
      () => refused.set(cacheKey, { lookup, untilMs: 0 }), // failures are not cached: the next request queries again
    );
    return lookup;
  }

  return (text) => {
    // The cache key is a digest, so that a heap dump of the cache contains no keys.
    const cacheKey = hash('sha256', text);
    const nowMs = clock.monotonicMs();
    const known = fresh(live.get(cacheKey), nowMs) ?? fresh(refused.get(cacheKey), nowMs);
    if (known !== undefined) return known.lookup;
    const token = parse(text);
    return token === null ? Promise.resolve(null) : ask(token, cacheKey);
  };
}

const fresh = <Found>(entry: Remembered<Found> | undefined, nowMs: number): Remembered<Found> | undefined =>
  entry !== undefined && nowMs < entry.untilMs ? entry : undefined;
