/** Rows of people in projects. The caller must hold the lock of the project. */
import type { Role } from '@farebox/contract';
import { Prisma, type Transaction } from '@farebox/db';
import type { Actor, Person, ProjectRole } from '../person.ts';

export async function countAdmins(transaction: Transaction, projectId: string): Promise<number> {
  return await transaction.member.count({ where: { projectId, role: 'ADMIN', removedAt: null } });
}

interface PutRole {
  readonly projectId: string;
  readonly person: Pick<Person, 'id' | 'subject' | 'name'>;
  readonly role: Role;
}

/** For a member who is added again, only sessions that begin after the removal are valid. */
export async function putRole(transaction: Transaction, { projectId, person, role }: PutRole): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO member AS m (id, project_id, subject, name, role)
    VALUES (${person.id}, ${projectId}, ${person.subject}, ${person.name}, ${role})
    ON CONFLICT (project_id, subject) DO UPDATE
      SET role = excluded.role, name = excluded.name, removed_at = NULL, sessions_after = coalesce(m.removed_at, m.sessions_after)`;
}

/** Also sets the role to VIEWER, so that older gateways, which do not know removals, allow no administration. */
export async function markRemoved(transaction: Transaction, { projectId, memberId }: ProjectRole): Promise<void> {
  await transaction.$executeRaw`
    UPDATE member SET removed_at = instant(), role = 'VIEWER' WHERE project_id = ${projectId} AND id = ${memberId} AND removed_at IS NULL`;
}

type EndedKeys = Actor & { readonly projectId: string } & (
    | { readonly memberId: string }
    | { readonly ids: readonly string[] }
  );

/** Ends the active keys that a member owns, or those of a list, each with its event, and returns their ids. */
export async function endKeys(
  transaction: Transaction,
  { projectId, actorSubject, ...which }: EndedKeys,
): Promise<readonly string[]> {
  const chosen =
    'ids' in which ? Prisma.sql`id = ANY (${which.ids}::text[])` : Prisma.sql`member_id = ${which.memberId}`;
  const rows = await transaction.$queryRaw<{ id: string }[]>(Prisma.sql`
    WITH ended AS (
      UPDATE api_key SET revoked_at = instant()
       WHERE project_id = ${projectId} AND ${chosen} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      RETURNING id
    ), event AS (
      INSERT INTO api_key_event (project_id, key_id, action, actor_member_id)
      SELECT ${projectId}, id, 'revoked', (SELECT a.id FROM member a WHERE a.project_id = ${projectId} AND a.subject = ${actorSubject}) FROM ended)
    SELECT id FROM ended ORDER BY id`);
  return rows.map(({ id }) => id);
}
