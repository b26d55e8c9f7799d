/** Reads keys with their projects. Only the database's clock decides whether a key is active. */
import { ROLES, SCOPES, type Role, type Scope } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Writer } from '@farebox/db';
import { invariant, micros } from '@farebox/kernel';
import type { Identity } from '../identity.ts';
import { KEY_ENVIRONMENTS, type KeyEnvironment } from '../token.ts';

export interface StoredKey {
  readonly publicId: string;
  readonly secretHmac: Uint8Array;
  readonly identity: Identity;
}

interface Row {
  readonly publicId: string;
  readonly secretHmac: Uint8Array;
  readonly keyId: string;
  readonly lineage: string;
  readonly keyName: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly memberId: string;
  readonly role: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly environment: string;
  readonly executionEnabled: boolean;
  readonly monthlyCapMicros: bigint | null;
  readonly origins: readonly string[];
  readonly organizationId: string;
  readonly organizationName: string;
  readonly platformEnabled: boolean;
}

/** The keys with these public ids that are neither revoked nor expired, in no particular order. */
export async function findLiveKeys(database: Database, publicIds: readonly string[]): Promise<readonly StoredKey[]> {
  const rows = await database.rows<Row>(Prisma.sql`
    SELECT k.public_id AS "publicId", k.secret_hmac AS "secretHmac", k.id AS "keyId", k.lineage_id AS "lineage",
           k.name AS "keyName", k.scopes, k.expires_at AS "expiresAt", m.id AS "memberId", m.role,
           p.id AS "projectId", p.name AS "projectName", p.environment,
           p.execution_enabled AND p.suspended_at IS NULL AS "executionEnabled",
           p.monthly_cap_micros AS "monthlyCapMicros",
           coalesce((SELECT r.origins FROM project_origins AS r WHERE r.project_id = p.id), '{}') AS origins, o.id AS "organizationId", o.name AS "organizationName",
           (SELECT execution_enabled FROM platform) AS "platformEnabled"
      FROM api_key k
      JOIN member m ON m.id = k.member_id AND m.project_id = k.project_id AND m.removed_at IS NULL
      JOIN project p ON p.id = k.project_id
      JOIN organization o ON o.id = p.organization_id
     WHERE k.public_id = ANY(${publicIds})
       AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > now())`);
  return rows.map((row) => ({ publicId: row.publicId, secretHmac: row.secretHmac, identity: identityOf(row) }));
}

function identityOf(row: Row): Identity {
  return {
    key: {
      id: row.keyId,
      publicId: row.publicId,
      lineage: row.lineage,
      name: row.keyName,
      scopes: scopesOf(row.scopes),
      expiresAt: row.expiresAt,
    },
    member: { id: row.memberId, role: roleOf(row.role) },
    project: {
      id: row.projectId,
      name: row.projectName,
      environment: environmentOf(row.environment),
      executionEnabled: row.executionEnabled,
      monthlyCapMicros: row.monthlyCapMicros === null ? null : micros(row.monthlyCapMicros),
      origins: row.origins,
    },
    organization: { id: row.organizationId, name: row.organizationName },
    platform: { executionEnabled: row.platformEnabled },
  };
}

/** A stored scope that this version does not know grants nothing. */
export const scopesOf = (stored: readonly string[]): readonly Scope[] =>
  SCOPES.filter((scope) => stored.includes(scope));

export function environmentOf(stored: string): KeyEnvironment {
  const environment = KEY_ENVIRONMENTS.find((each) => each === stored);
  invariant(environment !== undefined, 'a project is live or test');
  return environment;
}

/** The environment of a project's keys; null: no such project. */
export async function environmentOfProject(database: Writer, projectId: string): Promise<KeyEnvironment | null> {
  const query = Prisma.sql`SELECT environment FROM project WHERE id = ${projectId}`;
  const [found] = await rowsOf<{ environment: string }>(database, query);
  return found === undefined ? null : environmentOf(found.environment);
}

export function roleOf(stored: string): Role {
  const role = ROLES.find((each) => each === stored);
  invariant(role !== undefined, 'a member has a known role');
  return role;
}
