/** Finds the identity of a token. Lookups of the same moment share one query, and are remembered for less than a second. */
import type { Database } from '@farebox/db';
import { type Clock, groupQueries, systemClock } from '@farebox/kernel';
import { type Digest, digestsOf, pepperMarkOf, sameDigest } from './digest.ts';
import type { Identity } from './identity.ts';
import { rememberLookups } from './remembered.ts';
import { createKeyRenewals, type KeyRenewals } from './renewals.ts';
import { findLiveKeys } from './store/find.ts';
import { type DigestChange, replaceDigest } from './store/renew.ts';
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

const GROUPING = { groupMax: 200, queriesMax: 2, waitingMax: 5_000 } as const;
/** Tokens that were never an active key here. Known keys have a separate lane, so guesses do not delay them. */
const GUESSES = { groupMax: 200, queriesMax: 1, waitingMax: 5_000 } as const;

export function createKeyDirectory(options: KeyDirectoryOptions): KeyDirectory {
  const { database, pepper, clock = systemClock, uses } = options;
  const renewals = createKeyRenewals<DigestChange>({ replace: (change) => replaceDigest(database, change), clock });
  const verify = (tokens: readonly Token[]) => verifyAll(tokens, { database, pepper, renewals });
  const lookUpById = groupQueries((ids: readonly string[]) => identitiesOf(ids, database), GROUPING);
  return {
    find: rememberLookups<Token, Identity>({
      parse: parseToken,
      lookUp: groupQueries(verify, GROUPING),
      lookUpGuess: groupQueries(verify, GUESSES),
      onFound: ({ project, key }) => uses?.note({ projectId: project.id, keyId: key.id }),
      clock,
    }),
    findByPublicId: (publicId) => lookUpById(publicId),
  };
}

async function verifyAll(
  tokens: readonly Token[],
  { database, pepper, renewals }: { database: Database; pepper: string; renewals: KeyRenewals<DigestChange> },
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
        projectId: key.identity.project.id,
        keyId: key.identity.key.id,
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
