/**
 * Writes keys, and with each change its actor. Each function is one statement, so that no key is half issued or half rotated, and none is changed without
 * its event.
 */
import { AppError, type Scope } from '@farebox/contract';
import { inTransaction, Prisma, rowsOf, type Writer } from '@farebox/db';
import { type Micros, micros } from '@farebox/kernel';
import type { Digest } from '../digest.ts';
import { type KeyFacts, KEYS_OF_PROJECT_MAX } from '../identity.ts';
import type { KeyEnvironment } from '../token.ts';
import { environmentOf, scopesOf } from './find.ts';

export interface KeyRow extends KeyFacts {
  /** The environment of its project. */
  readonly environment: KeyEnvironment;
  readonly memberId: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Rounded to the minute; null: never used. */
  readonly lastUsedAt: Date | null;
  /** The monthly cap of the key's lineage; null: none. */
  readonly monthlyCapMicros: Micros | null;
}

export interface Row extends Omit<KeyRow, 'scopes' | 'environment' | 'monthlyCapMicros'> {
  readonly scopes: readonly string[];
  readonly environment: string;
  readonly monthlyCapMicros: bigint | null;
}

interface NewSecret {
  readonly id: string;
  readonly publicId: string;
  readonly secretHmac: Digest;
  readonly pepperMark: string;
}

interface Acted {
  readonly projectId: string;
  /** The acting member; null: an operator with access to the database. */
  readonly actorMemberId: string | null;
}

/** Selects from a relation with the columns of api_key. */
export const COLUMNS = Prisma.sql`id, public_id AS "publicId", lineage_id AS "lineage", name, scopes, member_id AS "memberId",
  created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
  monthly_cap_micros AS "monthlyCapMicros",
  (SELECT used_at FROM api_key_use AS u (of_project, of_key, used_at) WHERE of_project = project_id AND of_key = id) AS "lastUsedAt",
  (SELECT p.environment FROM project p WHERE p.id = project_id) AS environment`;

export const keyRowOf = (row: Row): KeyRow => ({
  ...row,
  scopes: scopesOf(row.scopes),
  environment: environmentOf(row.environment),
  monthlyCapMicros: row.monthlyCapMicros === null ? null : micros(row.monthlyCapMicros),
});

const first = ([row]: readonly Row[]): KeyRow | null => (row === undefined ? null : keyRowOf(row));

export interface InsertKey extends NewSecret, Acted {
  readonly memberId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: never. Undefined: one year from now. */
  readonly expiresAt: Date | null | undefined;
  readonly monthlyCapMicros: Micros | null;
}

/** Null: the member does not belong to the project. */
export async function insertKey(database: Writer, key: InsertKey): Promise<KeyRow | null> {
  const expiry =
    key.expiresAt === undefined ? Prisma.sql`instant() + interval '1 year'` : Prisma.sql`${key.expiresAt}::timestamptz`;
  const rows = await oneMore(
    database,
    key.projectId,
  )<Row>(Prisma.sql`
    WITH issued AS (
      INSERT INTO api_key (id, lineage_id, project_id, member_id, name, public_id, secret_hmac, pepper_mark, scopes, expires_at, monthly_cap_micros)
      SELECT ${key.id}, ${key.id}, m.project_id, m.id, ${key.name}, ${key.publicId}, ${key.secretHmac}, ${key.pepperMark}, ${key.scopes}, ${expiry},
             ${key.monthlyCapMicros}::bigint
        FROM member m WHERE m.id = ${key.memberId} AND m.project_id = ${key.projectId} AND m.removed_at IS NULL FOR SHARE
      RETURNING *
    ), event AS (
      INSERT INTO api_key_event (project_id, key_id, action, actor_member_id)
      SELECT project_id, id, 'issued', ${key.actorMemberId} FROM issued)
    SELECT ${COLUMNS} FROM issued`);
  return first(rows);
}

export interface ReplaceKey extends NewSecret, Acted {
  readonly replacedId: string;
  readonly overlapDays: number;
}

/** Inserts a successor with the same lineage, owner, name, scopes, cap and lifetime, and ends the old key after the overlap. */
export async function replaceKey(database: Writer, key: ReplaceKey): Promise<KeyRow | null> {
  const rows = await oneMore(
    database,
    key.projectId,
  )<Row>(Prisma.sql`
    WITH before AS (
      SELECT id, expires_at - created_at AS lifetime FROM api_key
       WHERE id = ${key.replacedId} AND project_id = ${key.projectId} AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > now()) FOR UPDATE
    ), replaced AS (
      UPDATE api_key k SET expires_at = LEAST(k.expires_at, now() + make_interval(days => ${key.overlapDays}::int))
        FROM before WHERE k.project_id = ${key.projectId} AND k.id = before.id
      RETURNING k.*, before.lifetime
    ), issued AS (
      INSERT INTO api_key (id, lineage_id, project_id, member_id, name, public_id, secret_hmac, pepper_mark, scopes, expires_at, monthly_cap_micros)
      SELECT ${key.id}, lineage_id, project_id, member_id, name, ${key.publicId}, ${key.secretHmac}, ${key.pepperMark}, scopes, instant() + lifetime, monthly_cap_micros
        FROM replaced
      RETURNING *
    ), event AS (
      INSERT INTO api_key_event (project_id, key_id, action, actor_member_id)
      SELECT project_id, id, 'replaced', ${key.actorMemberId}::text FROM replaced
      UNION ALL SELECT project_id, id, 'issued', ${key.actorMemberId}::text FROM issued)
    SELECT ${COLUMNS} FROM issued`);
  return first(rows);
}

export interface RevokedKey {
  readonly key: KeyRow;
  /** False: the key was revoked before. */
  readonly isFirst: boolean;
}

export interface MarkRevoked extends Acted {
  readonly id: string;
}

/** Revokes permanently; a repeated call keeps the time of the first. Null: the project has no such key. */
export async function markRevoked(database: Writer, key: MarkRevoked): Promise<RevokedKey | null> {
  const [row] = await rowsOf<Row & { readonly isFirst: boolean }>(
    database,
    Prisma.sql`
    WITH before AS (
      SELECT id, revoked_at FROM api_key WHERE id = ${key.id} AND project_id = ${key.projectId} FOR UPDATE
    ), revoked AS (
      UPDATE api_key k SET revoked_at = COALESCE(k.revoked_at, now()) FROM before WHERE k.project_id = ${key.projectId} AND k.id = before.id
      RETURNING k.*, before.revoked_at IS NULL AS is_first
    ), event AS (
      INSERT INTO api_key_event (project_id, key_id, action, actor_member_id)
      SELECT project_id, id, 'revoked', ${key.actorMemberId} FROM revoked WHERE is_first)
    SELECT ${COLUMNS}, is_first AS "isFirst" FROM revoked`,
  );
  if (row === undefined) return null;
  const { isFirst, ...revoked } = row;
  return { key: keyRowOf(revoked), isFirst };
}

/** Runs the statement that creates a key, if the project may have one more. Serializes key creation per project. */
const oneMore =
  (database: Writer, projectId: string) =>
  <T>(statement: Prisma.Sql): Promise<T[]> =>
    inTransaction(database, async (transaction) => {
      const [project] = await transaction.$queryRaw<{ archivedAt: Date | null }[]>`
        SELECT archived_at AS "archivedAt" FROM project WHERE id = ${projectId} FOR SHARE`;
      if (project !== undefined && project.archivedAt !== null) throw new AppError('project_archived');
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('api_key ' || ${projectId}, 0))`;
      const [{ live } = { live: 0 }] = await transaction.$queryRaw<{ live: number }[]>`
        SELECT count(*)::int AS live FROM api_key
         WHERE project_id = ${projectId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
      if (live >= KEYS_OF_PROJECT_MAX)
        throw new AppError('too_many_keys', { details: { keysMax: KEYS_OF_PROJECT_MAX } });
      return await transaction.$queryRaw<T[]>(statement);
    });
