/** Creates organizations, projects and their members. */
import type { Role } from '@farebox/contract';
import { type Database, inTransaction, type Transaction, type Writer } from '@farebox/db';
import type { KeyEnvironment } from '../../keys/token.ts';
import { type Id, type Micros, newId } from '@farebox/kernel';
import { lockOrganization } from '../../people/store/locks.ts';

export async function createOrganization(database: Writer, name: string): Promise<Id<'organization'>> {
  const id = newId('organization');
  await inTransaction(database, ({ organization }) => organization.create({ data: { id, name } }));
  return id;
}

export interface NewProject {
  readonly organizationId: string;
  readonly name: string;
  /** Never changes. Default: `live`. */
  readonly environment?: KeyEnvironment;
  /** Null: no cap. Default: 100 USD. */
  readonly monthlyCapMicros?: Micros | null;
}

/** Creates the project and opens its account, or neither. */
export async function createProject(database: Writer, project: NewProject): Promise<Id<'project'>> {
  const id = newId('project');
  await inTransaction(database, async (transaction) => {
    await transaction.project.create({ data: { id, ...project } });
    await transaction.$executeRaw`SELECT ledger_open(${id})`;
  });
  return id;
}

/**
 * Null: the organization already has so many projects that are not archived. The lock of the organization makes parallel
 * calls count one after the other.
 */
export async function createProjectWithin(
  transaction: Transaction,
  projectsMax: number,
  project: NewProject,
): Promise<Id<'project'> | null> {
  const { organizationId } = project;
  await lockOrganization(transaction, organizationId);
  const projects = await transaction.project.count({ where: { organizationId, archivedAt: null } });
  return projects >= projectsMax ? null : await createProject(transaction, project);
}

export interface NewMember {
  readonly projectId: string;
  /** The `sub` of the member's session tokens; one member per project has it. */
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
}

export async function addMember(database: Writer, member: NewMember): Promise<Id<'member'>> {
  const id = newId('member');
  await inTransaction(database, (transaction) => transaction.member.create({ data: { id, ...member } }));
  return id;
}

/** Switches execution on or off for a whole project; every gateway follows within a second. */
export async function setExecutionEnabled(database: Database, projectId: string, enabled: boolean): Promise<void> {
  await database.prisma.project.update({ where: { id: projectId }, data: { executionEnabled: enabled } });
}
