/**
 * Finds the runner key of a request. A lookup is remembered for less than a second from the start of its query, so that a
 * revoked key stops working on every gateway within a second. Guesses have a lane of their own and evict only guesses.
 */
import { hash } from 'node:crypto';
import type { Database } from '@farebox/db';
import { isRunnerSecret, parseRunnerToken } from '@farebox/identity';
import { boundedMap, type Clock, createSemaphore } from '@farebox/kernel';
import { findRunnerKey } from '@farebox/tools';
import { unavailable } from '../endpoint/failure.ts';

export interface RunnerIdentity {
  readonly keyId: string;
  /** The only tool whose runs the key opens. */
  readonly tool: string;
}

export interface RunnerKeyDirectory {
  /** Null: not an active runner key, for any reason. Rejects if the database is unavailable, or too many texts are guessed. */
  readonly find: (text: string) => Promise<RunnerIdentity | null>;
}

export interface RunnerKeyOptions {
  readonly database: Database;
  readonly pepper: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Leaves 100 ms of the promised second for the response. */
const REMEMBER_MS = 900;
const LIVE_MAX = 10_000;
const REFUSED_MAX = 10_000;
/** Queries for texts that were never an active key here. */
const GUESSES = { slots: 1, waitingPerKey: 1_000 };
const GUESS_MS = 5_000;

interface Remembered {
  readonly lookup: Promise<RunnerIdentity | null>;
  readonly untilMs: number;
}

export function createRunnerKeyDirectory({ database, pepper, clock }: RunnerKeyOptions): RunnerKeyDirectory {
  const [live, refused] = [boundedMap<Remembered>(LIVE_MAX), boundedMap<Remembered>(REFUSED_MAX)];
  const guesses = createSemaphore(GUESSES);

  async function lookUp(token: ParsedToken): Promise<RunnerIdentity | null> {
    const found = await findRunnerKey(database, token.publicId);
    return found !== null && isRunnerSecret(pepper, token, found.secretHmac)
      ? { keyId: found.id, tool: found.tool }
      : null;
  }

  async function lookUpGuess(token: ParsedToken): Promise<RunnerIdentity | null> {
    const leave = await guesses.take({ timeoutMs: GUESS_MS });
    if (leave === null) throw unavailable('service_unavailable');
    try {
      return await lookUp(token);
    } finally {
      leave();
    }
  }

  function ask(token: ParsedToken, cacheKey: string): Promise<RunnerIdentity | null> {
    const untilMs = clock.monotonicMs() + REMEMBER_MS;
    const wasLive = live.get(cacheKey) !== undefined;
    const lookup = wasLive ? lookUp(token) : lookUpGuess(token);
    refused.set(cacheKey, { lookup, untilMs }); // concurrent requests wait for the same query
    lookup.then(
      (identity) => void (identity !== null && live.set(cacheKey, { lookup, untilMs })),
      () => refused.set(cacheKey, { lookup, untilMs: 0 }), // failures are not remembered
    );
    return lookup;
  }

  return {
    find(text) {
      // The name of the entry is a digest, so that a heap dump contains no keys.
      const cacheKey = hash('sha256', text);
      const nowMs = clock.monotonicMs();
      const known = [live.get(cacheKey), refused.get(cacheKey)].find(
        (each) => each !== undefined && nowMs < each.untilMs,
      );
      if (known !== undefined) return known.lookup;
      const token = parseRunnerToken(text);
      return token === null ? Promise.resolve(null) : ask(token, cacheKey);
    },
  };
}

type ParsedToken = NonNullable<ReturnType<typeof parseRunnerToken>>;
