/** Organizations and projects for administrators: lists the visible ones, and changes them inside the transaction of an act. */
import type { OrganizationRole, Role } from '@farebox/contract';
import { Prisma, rowsOf, type Transaction, type Writer } from '@farebox/db';
import { organizationRoleOf } from '../../people/store/read.ts';
import { environmentOf, roleOf } from '../../keys/store/find.ts';
import type { KeyEnvironment } from '../../keys/token.ts';
import type { Session } from '../../sessions/session.ts';
import { present } from './present.ts';

export interface AdministeredProject {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly environment: KeyEnvironment;
  /** As set by its ADMINs. */
  readonly executionEnabled: boolean;
  /** An operator has stopped new executions; its ADMINs cannot override this. Null: not suspended. */
  readonly suspension: { readonly at: Date; readonly reason: string } | null;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  /** The role of the caller; null: none. */
  readonly role: Role | null;
}

export interface AdministeredOrganization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly role: OrganizationRole | null;
}

interface Page {
  /** Exclusive; undefined: from the newest. */
  readonly before?: string | undefined;
  readonly limit: number;
}

const older = (column: Prisma.Sql, before: string | undefined) =>
  before === undefined ? Prisma.empty : Prisma.sql`AND ${column} < ${before}`;

type ProjectRow = Omit<AdministeredProject, 'environment' | 'role' | 'suspension'> & {
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
  readonly environment: string;
  readonly role: string | null;
};

const PROJECT = Prisma.sql`p.id, p.organization_id AS "organizationId", p.name, p.environment, p.execution_enabled AS "executionEnabled",
  p.suspended_at AS "suspendedAt", p.suspended_reason AS "suspendedReason", p.archived_at AS "archivedAt", p.created_at AS "createdAt", m.role`;

export interface ProjectsPage extends Page {
  readonly organizationId?: string | undefined;
}

/** Projects in which the person has a role, and all of organizations whose ADMIN they are; for an operator all. Newest first, at most `limit`. */
export async function listProjects(
  reader: Writer,
  session: Session,
  { organizationId, before, limit }: ProjectsPage,
): Promise<readonly AdministeredProject[]> {
  const ofOrganization =
    organizationId === undefined ? Prisma.empty : Prisma.sql`AND p.organization_id = ${organizationId}`;
  const rows = await rowsOf<ProjectRow>(
    reader,
    Prisma.sql`
    SELECT ${PROJECT} FROM project AS p LEFT JOIN member AS m ON m.project_id = p.id AND ${present(Prisma.sql`m`, session)}
     WHERE (${session.isOperator} OR m.id IS NOT NULL OR EXISTS (
             SELECT FROM organization_member AS o
              WHERE o.organization_id = p.organization_id AND o.role = 'ADMIN' AND ${present(Prisma.sql`o`, session)}))
       ${ofOrganization} ${older(Prisma.sql`p.id`, before)} ORDER BY p.id DESC LIMIT ${limit}`,
  );
  return rows.map(projectOf);
}

/** Null: no such project. The caller has already checked access. */
export async function readProject(
  reader: Writer,
  projectId: string,
  session: Session,
): Promise<AdministeredProject | null> {
  const [row] = await rowsOf<ProjectRow>(
    reader,
    Prisma.sql`
    SELECT ${PROJECT} FROM project AS p LEFT JOIN member AS m ON m.project_id = p.id AND ${present(Prisma.sql`m`, session)}
     WHERE p.id = ${projectId}`,
  );
  return row === undefined ? null : projectOf(row);
}

const projectOf = ({ suspendedAt, suspendedReason, ...row }: ProjectRow): AdministeredProject => ({
  ...row,
  suspension: suspendedAt === null ? null : { at: suspendedAt, reason: suspendedReason ?? '' },
  environment: environmentOf(row.environment),
  role: row.role === null ? null : roleOf(row.role),
});

export interface ProjectChange {
  readonly name?: string | undefined;
  readonly executionEnabled?: boolean | undefined;
}

export async function changeProject(
  transaction: Transaction,
  projectId: string,
  { name, executionEnabled }: ProjectChange,
): Promise<void> {
  const data = {
    ...(name === undefined ? {} : { name }),
    ...(executionEnabled === undefined ? {} : { executionEnabled }),
  };
  await transaction.project.updateMany({ where: { id: projectId }, data });
}

type OrganizationRow = Omit<AdministeredOrganization, 'role'> & { readonly role: string | null };

interface OrganizationsPage extends Page {
  /** Only this organization. */
  readonly organizationId?: string | undefined;
}

/** Organizations of which the person is a member; for an operator all. Newest first, at most `limit`. */
export async function listOrganizations(
  reader: Writer,
  session: Session,
  { organizationId, before, limit }: OrganizationsPage,
): Promise<readonly AdministeredOrganization[]> {
  const one = organizationId === undefined ? Prisma.empty : Prisma.sql`AND g.id = ${organizationId}`;
  const rows = await rowsOf<OrganizationRow>(
    reader,
    Prisma.sql`
    SELECT g.id, g.name, g.created_at AS "createdAt", o.role FROM organization AS g
      LEFT JOIN organization_member AS o ON o.organization_id = g.id AND ${present(Prisma.sql`o`, session)}
     WHERE (${session.isOperator} OR o.id IS NOT NULL) ${one} ${older(Prisma.sql`g.id`, before)} ORDER BY g.id DESC LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, role: row.role === null ? null : organizationRoleOf(row.role) }));
}

export async function renameOrganization(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.organization.updateMany({ where: { id }, data: { name } });
}

/** The execution switch of the whole platform, as stored in the database. */
export async function readPlatform(reader: Transaction): Promise<{ readonly executionEnabled: boolean }> {
  const row = await reader.platform.findFirst();
  return { executionEnabled: row?.executionEnabled === true };
}

export async function changePlatform(transaction: Transaction, executionEnabled: boolean): Promise<void> {
  await transaction.platform.upsert({
    where: { id: true },
    create: { executionEnabled },
    update: { executionEnabled },
  });
}
