/**
 * Keys of others whose secret a person saw, because they issued or rotated the key. The history of keys has it. The caller
 * must hold the lock of the organization or of the project, and must have ended the person's own keys.
 */
import { Prisma, type Transaction } from '@farebox/db';
import type { Actor } from '../person.ts';
import { endKeys } from './roles.ts';

export interface SeenKey {
  readonly projectId: string;
  readonly keyId: string;
  readonly name: string;
  /** The owner. */
  readonly memberId: string;
}

export interface Seer {
  readonly organizationId: string;
  readonly subject: string;
  /** Undefined: in every project, also in those from which they were removed before. */
  readonly projectId?: string | undefined;
}

/** Returns the keys that still work. */
export async function findSeenKeys(
  transaction: Transaction,
  { organizationId, subject, projectId }: Seer,
): Promise<readonly SeenKey[]> {
  const within = projectId === undefined ? Prisma.empty : Prisma.sql`AND m.project_id = ${projectId}`;
  return await transaction.$queryRaw<SeenKey[]>(Prisma.sql`
    SELECT k.project_id AS "projectId", k.id AS "keyId", k.name, k.member_id AS "memberId"
      FROM project AS p JOIN member AS m ON m.project_id = p.id
      JOIN api_key_event AS e ON e.project_id = m.project_id AND e.actor_member_id = m.id AND e.action = 'issued'
      JOIN api_key AS k ON k.project_id = e.project_id AND k.id = e.key_id
     WHERE p.organization_id = ${organizationId} AND m.subject = ${subject} ${within}
       AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
     ORDER BY k.project_id, k.id`);
}

export async function endSeenKeys(
  transaction: Transaction,
  seen: readonly SeenKey[],
  { actorSubject }: Actor,
): Promise<readonly string[]> {
  const ended: string[] = [];
  for (const [projectId, keys] of Map.groupBy(seen, (key) => key.projectId)) {
    const ids = keys.map(({ keyId }) => keyId);
    ended.push(...(await endKeys(transaction, { projectId, ids, actorSubject })));
  }
  return ended;
}
