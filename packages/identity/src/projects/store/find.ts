/** The role of a person in a project or an organization. A removed person has none, and sessions from before the removal never become valid again. */
import { ROLES, type OrganizationRole, type Role } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';
import { organizationRoleOf } from '../../people/store/read.ts';
import type { Session } from '../../sessions/session.ts';

export interface ProjectMember {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: string;
}

type Person = Pick<Session, 'subject' | 'issuedAt'>;

/** Null: the person is not a member, or the project does not exist. */
export async function findMember(
  reader: Transaction,
  { projectId, session }: { readonly projectId: string; readonly session: Person },
): Promise<ProjectMember | null> {
  const found = await reader.member.findUnique({
    where: { projectId_subject: { projectId, subject: session.subject } },
    include: { project: true },
  });
  if (found === null || !isIn(found, session)) return null;
  const role = ROLES.find((each) => each === found.role);
  invariant(role !== undefined, 'a member has a known role');
  return { id: found.id, role, organizationId: found.project.organizationId };
}

/** Null: the person is not a member, or the organization does not exist. */
export async function findOrganizationRole(
  reader: Transaction,
  { organizationId, session }: { readonly organizationId: string; readonly session: Person },
): Promise<OrganizationRole | null> {
  const found = await reader.organizationMember.findUnique({
    where: { organizationId_subject: { organizationId, subject: session.subject } },
  });
  return found === null || !isIn(found, session) ? null : organizationRoleOf(found.role);
}

interface Presence {
  readonly removedAt: Date | null;
  readonly sessionsAfter: Date | null;
}

/** Token times are in whole seconds: a token from the second of the removal counts as older than the removal. */
const isIn = ({ removedAt, sessionsAfter }: Presence, { issuedAt }: Person): boolean =>
  removedAt === null && (sessionsAfter === null || issuedAt > sessionsAfter);

/** Null: no such project. */
export async function organizationOfProject(reader: Transaction, projectId: string): Promise<string | null> {
  const found = await reader.project.findUnique({ where: { id: projectId }, select: { organizationId: true } });
  return found?.organizationId ?? null;
}

export async function organizationExists(reader: Transaction, organizationId: string): Promise<boolean> {
  return (await reader.organization.count({ where: { id: organizationId } })) > 0;
}
