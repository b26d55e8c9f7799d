/** Finds the runner key of a request. As for an API key, a revocation is noticed within a second, and guesses have a lane of their own. */
import type { Database } from '@farebox/db';
import {
  createKeyRenewals,
  isRunnerSecret,
  parseRunnerToken,
  rememberLookups,
  renewedRunnerSecret,
} from '@farebox/identity';
import { type Clock, createSemaphore } from '@farebox/kernel';
import { findRunnerKey, renewRunnerKey } from '@farebox/tools';
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
  /** The setting: each pepper is accepted. A key under a later one is stored under the first when it is used. */
  readonly pepper: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Queries for texts that were never an active key here. */
const GUESSES = { slots: 1, waitingPerKey: 1_000 };
const GUESS_MS = 5_000;

export function createRunnerKeyDirectory({ database, pepper, clock }: RunnerKeyOptions): RunnerKeyDirectory {
  const guesses = createSemaphore(GUESSES);
  const renewals = createKeyRenewals({ replace: (renewal) => renewRunnerKey(database, renewal), clock });

  async function lookUp(token: ParsedToken): Promise<RunnerIdentity | null> {
    const found = await findRunnerKey(database, token.publicId);
    const isKnown = found !== null && isRunnerSecret(pepper, token, found.secretHmac);
    if (!isKnown) return null;
    const { id: keyId, tool, secretHmac: from } = found;
    const renewed = renewedRunnerSecret(pepper, token, from);
    if (renewed !== null) renewals.note({ keyId, from, ...renewed });
    return { keyId, tool };
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

  return { find: rememberLookups({ parse: parseRunnerToken, lookUp, lookUpGuess, clock }) };
}

type ParsedToken = NonNullable<ReturnType<typeof parseRunnerToken>>;
