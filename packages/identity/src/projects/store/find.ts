/** Who a person is in a project. */
import { ROLES, type Role } from '@tollgate/contract';
import type { Database } from '@tollgate/db';
import { invariant } from '@tollgate/kernel';

export interface ProjectMember {
  readonly id: string;
  readonly role: Role;
}

/** @param subject the `sub` of the person's session token. Null when they are not of that project, or it does not exist. */
export async function findMember(
  database: Database,
  { projectId, subject }: { projectId: string; subject: string },
): Promise<ProjectMember | null> {
  const found = await database.prisma.member.findUnique({ where: { projectId_subject: { projectId, subject } } });
  if (found === null) return null;
  const role = ROLES.find((each) => each === found.role);
  invariant(role !== undefined, 'a member has a known role');
  return { id: found.id, role };
}
