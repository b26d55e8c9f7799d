/** Reads people. Removed people are excluded. */
import { ORGANIZATION_ROLES, type OrganizationRole, type Role } from '@farebox/contract';
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import { invariant } from '@farebox/kernel';
import type { Person } from '../person.ts';

interface Row extends Omit<Person, 'role'> {
  readonly role: string;
}

const COLUMNS = Prisma.sql`o.id, o.subject, o.name, o.role, o.created_at AS "createdAt",
  (SELECT coalesce(json_agg(json_build_object('projectId', m.project_id, 'memberId', m.id, 'role', m.role) ORDER BY m.project_id), '[]')
     FROM project AS p JOIN member AS m ON m.project_id = p.id
    WHERE p.organization_id = o.organization_id AND m.subject = o.subject AND m.removed_at IS NULL) AS projects`;

export interface PeoplePage {
  readonly organizationId: string;
  /** Exclusive; undefined: from the newest. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first, at most `limit`. */
export async function listPeople(
  reader: Writer,
  { organizationId, before, limit }: PeoplePage,
): Promise<readonly Person[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND o.id < ${before}`;
  const rows = await rowsOf<Row>(
    reader,
    Prisma.sql`
    SELECT ${COLUMNS} FROM organization_member AS o
     WHERE o.organization_id = ${organizationId} AND o.removed_at IS NULL ${older} ORDER BY o.id DESC LIMIT ${limit}`,
  );
  return rows.map(personOf);
}

/** @param who a person's id in the organization or in any of its projects. Null: no current member has it. */
export async function findPerson(reader: Writer, who: { organizationId: string; id: string }): Promise<Person | null> {
  const { organizationId, id } = who;
  const [row] = await rowsOf<Row>(
    reader,
    Prisma.sql`
    SELECT ${COLUMNS} FROM organization_member AS o
     WHERE o.organization_id = ${organizationId} AND o.removed_at IS NULL AND o.subject = coalesce(
       (SELECT named.subject FROM organization_member AS named WHERE named.organization_id = ${organizationId} AND named.id = ${id}),
       (SELECT m.subject FROM project AS p JOIN member AS m ON m.project_id = p.id WHERE p.organization_id = ${organizationId} AND m.id = ${id} LIMIT 1))`,
  );
  return row === undefined ? null : personOf(row);
}

export async function findPersonBySubject(
  reader: Writer,
  { organizationId, subject }: { organizationId: string; subject: string },
): Promise<Person | null> {
  const [row] = await rowsOf<Row>(
    reader,
    Prisma.sql`
    SELECT ${COLUMNS} FROM organization_member AS o
     WHERE o.organization_id = ${organizationId} AND o.removed_at IS NULL AND o.subject = ${subject}`,
  );
  return row === undefined ? null : personOf(row);
}

const personOf = (row: Row): Person => ({ ...row, role: organizationRoleOf(row.role) });

export function organizationRoleOf(stored: string): OrganizationRole {
  const role = ORGANIZATION_ROLES.find((each) => each === stored);
  invariant(role !== undefined, 'a person has a known role');
  return role;
}

export interface MembersPage {
  readonly projectId: string;
  /** Exclusive; undefined: from the newest. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface Member {
  readonly id: string;
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
}

/** The members of a project, newest first, at most `limit`. */
export async function listMembers(
  reader: Writer,
  { projectId, before, limit }: MembersPage,
): Promise<readonly Member[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND id < ${before}`;
  return await rowsOf<Member>(
    reader,
    Prisma.sql`
    SELECT id, subject, name, role FROM member
     WHERE project_id = ${projectId} AND removed_at IS NULL ${older} ORDER BY id DESC LIMIT ${limit}`,
  );
}
