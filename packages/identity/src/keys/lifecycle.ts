/** Issues, rotates and revokes keys. The text of a key is returned once, in the response to its owner. */
import type { Scope } from '@farebox/contract';
import type { Database, Writer } from '@farebox/db';
import { invariant, type Micros, newId } from '@farebox/kernel';
import { digestOf, pepperMarkOf } from './digest.ts';
import { KEY_NAME_LENGTH_MAX, ROTATION_OVERLAP_DAYS_MAX } from './identity.ts';
import { environmentOfProject } from './store/find.ts';
import { insertKey, type KeyRow, markRevoked, replaceKey, type RevokedKey } from './store/write.ts';
import { type KeyEnvironment, newToken } from './token.ts';

export interface KeyAuthority {
  readonly database: Database;
  /** Keys that were digested with another pepper are refused. */
  readonly pepper: string;
}

interface KeyWriter extends Omit<KeyAuthority, 'database'> {
  /** A transaction, if the change of the key is part of one. */
  readonly database: Writer;
}

interface Acted {
  readonly projectId: string;
  /** The ADMIN who requests it, for the key's history. Omitted: an operator with access to the database. */
  readonly actorMemberId?: string;
}

export interface IssueRequest extends Acted {
  readonly memberId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: never. Omitted: one year from now. */
  readonly expiresAt?: Date | null;
  /** Null or omitted: the key has no cap. */
  readonly monthlyCapMicros?: Micros | null;
}

export interface IssuedKey {
  /** The key itself: show it once, never store it. */
  readonly token: string;
  readonly key: KeyRow;
}

/** Null: the member does not belong to the project. Throws `too_many_keys`. */
export async function issueKey({ database, pepper }: KeyWriter, request: IssueRequest): Promise<IssuedKey | null> {
  const { name, memberId, scopes, expiresAt, monthlyCapMicros = null } = request;
  const characters = Array.from(name).length;
  invariant(
    characters > 0 && characters <= KEY_NAME_LENGTH_MAX,
    `a key has a name of at most ${KEY_NAME_LENGTH_MAX} characters`,
  );
  const environment = await environmentOfProject(database, request.projectId);
  if (environment === null) return null;
  const secret = newSecret(pepper, environment);
  const asked = { memberId, name, scopes, expiresAt, monthlyCapMicros };
  const key = await insertKey(database, { ...secret.row, ...actorOf(request), ...asked });
  return key === null ? null : { token: secret.token, key };
}

export interface RotateRequest extends Acted {
  readonly keyId: string;
  /** Whole days in which the old key still works: 0 to 7. */
  readonly overlapDays: number;
}

/** Null: the project has no such active key. Throws `too_many_keys`, because the replaced key stays active until it ends. */
export async function rotateKey({ database, pepper }: KeyWriter, request: RotateRequest): Promise<IssuedKey | null> {
  const { keyId, overlapDays } = request;
  invariant(
    Number.isInteger(overlapDays) && overlapDays >= 0 && overlapDays <= ROTATION_OVERLAP_DAYS_MAX,
    `the overlap is 0 to ${ROTATION_OVERLAP_DAYS_MAX} whole days`,
  );
  const environment = await environmentOfProject(database, request.projectId);
  if (environment === null) return null;
  const secret = newSecret(pepper, environment);
  const key = await replaceKey(database, { ...secret.row, ...actorOf(request), replacedId: keyId, overlapDays });
  return key === null ? null : { token: secret.token, key };
}

export interface RevokeRequest extends Acted {
  readonly keyId: string;
}

/** Every gateway refuses the key within a second. Null: the project has no such key. */
export async function revokeKey(
  { database }: Pick<KeyWriter, 'database'>,
  request: RevokeRequest,
): Promise<RevokedKey | null> {
  return await markRevoked(database, { ...actorOf(request), id: request.keyId });
}

const actorOf = ({ projectId, actorMemberId }: Acted) => ({ projectId, actorMemberId: actorMemberId ?? null });

function newSecret(pepper: string, environment: KeyEnvironment) {
  const { text, publicId } = newToken(environment);
  return {
    token: text,
    row: { id: newId('key'), publicId, secretHmac: digestOf(pepper, text), pepperMark: pepperMarkOf(pepper) },
  };
}
