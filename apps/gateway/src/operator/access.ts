/**
 * Checks if the caller may use the route. If the caller is not a member of the project or organization, the response is the one
 * for a missing id; only a member gets the error of a missing role.
 */
import { AppError, notFound, type OperatorRoute, type Role, ROLES } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import {
  findMember,
  findOrganizationRole,
  organizationExists,
  organizationOfProject,
  projectHolding,
  type Session,
} from '@farebox/identity';
import { invariant } from '@farebox/kernel';
import type { Caller } from './endpoint.ts';

export interface Allowed {
  readonly caller: Caller;
  readonly organizationId: string | null;
  /** Project of the path, or of the thing that the path names. If the route belongs to an organization, its handler checks that the project does too. */
  readonly projectId: string | null;
}

export interface Asked {
  readonly access: OperatorRoute['access'];
  readonly params: Readonly<Record<string, string>>;
  readonly session: Session;
}

/** Throws `not_found` or `project_permission_required`. */
export async function allow(reader: Transaction, { access, params, session }: Asked): Promise<Allowed> {
  const { organizationId = null, projectId = null } = params;
  requireVisible(access, session);
  if (typeof access === 'object' && 'holder' in access)
    return allowInHolder(reader, { params, role: access.holder, session });
  const role = roleFor(access);
  if (projectId !== null && role !== null) return allowInProject(reader, { projectId, role, session });
  if (organizationId !== null && access !== 'session') {
    const mustBeAdmin = typeof access === 'object';
    await allowInOrganization(reader, { organizationId, mustBeAdmin, session });
  }
  return { caller: { ...session, memberId: null }, organizationId, projectId };
}

/**
 * Throws `not_found` for a route of platform operators that anybody else requests. As for a route that does not exist, the
 * response names nothing that is missing.
 */
export function requireVisible(access: OperatorRoute['access'], { isOperator }: Session): void {
  if (access === 'platform' && !isOperator) throw new AppError('not_found');
}

/** Role that a member of the path's project needs; a platform operator needs none. Null: the path is an organization's. */
function roleFor(access: OperatorRoute['access']): Role | null {
  if (access === 'platform') return 'ADMIN';
  return typeof access === 'object' && 'project' in access ? access.project : null;
}

interface InOrganization {
  readonly organizationId: string;
  readonly mustBeAdmin: boolean;
  readonly session: Session;
}

async function allowInOrganization(
  reader: Transaction,
  { organizationId, mustBeAdmin, session }: InOrganization,
): Promise<void> {
  if (session.isOperator) {
    if (!(await organizationExists(reader, organizationId))) throw notFound('organization');
    return;
  }
  const role = await findOrganizationRole(reader, { organizationId, session });
  if (role === null) throw notFound('organization');
  if (mustBeAdmin && role !== 'ADMIN') throw new AppError('project_permission_required');
}

interface InProject {
  readonly projectId: string;
  readonly role: Role;
  readonly session: Session;
}

async function allowInProject(reader: Transaction, { projectId, role, session }: InProject): Promise<Allowed> {
  const member = await findMember(reader, { projectId, session });
  if (session.isOperator) {
    const organizationId = member?.organizationId ?? (await organizationOfProject(reader, projectId));
    if (organizationId === null) throw notFound('project');
    return { caller: { ...session, memberId: member?.id ?? null }, organizationId, projectId };
  }
  if (member === null) throw notFound('project');
  if (ROLES.indexOf(member.role) > ROLES.indexOf(role)) throw new AppError('project_permission_required');
  return { caller: { ...session, memberId: member.id }, organizationId: member.organizationId, projectId };
}

interface InHolder {
  readonly params: Readonly<Record<string, string>>;
  readonly role: Role;
  readonly session: Session;
}

const HELD = { executionId: 'execution', fileId: 'file', checkoutId: 'checkout', key: 'key' } as const;

/** The caller names no project, so a thing in a project of others is missing, and not its project. */
async function allowInHolder(reader: Transaction, { params, role, session }: InHolder): Promise<Allowed> {
  const [[param, id] = ['', '']] = Object.entries(params);
  invariant(param in HELD, 'the path names one thing that a project holds');
  const kind = HELD[param as keyof typeof HELD];
  const projectId = await projectHolding(reader, session, { kind, id });
  if (projectId === null) throw notFound(kind);
  return allowInProject(reader, { projectId, role, session });
}
