/** Organizations, their projects, and the switch of the whole platform. */
import { AppError, invalidRequest, notFound } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import * as identity from '@farebox/identity';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Caller, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { present } from '../path.ts';

export const listOrganizations =
  ({ projects }: Pick<OperatorDependencies, 'projects'>): Read<'listOrganizations'> =>
  async ({ caller, query }) => {
    const read = (limit: number) => projects.listOrganizations(caller, { ...query, limit });
    const { items, nextBefore } = await pageOf(query, read);
    return { organizations: items.map(wire), nextBefore };
  };

export const createOrganization: Act<'createOrganization'> = async (
  transaction,
  { caller, body: { name, adminSubject: subject, adminName } },
) => {
  const organizationId = await identity.createOrganization(transaction, name);
  const admin = await identity.addPerson(transaction, { organizationId, subject, name: adminName, role: 'ADMIN' });
  const data = await organizationOf(transaction, organizationId, caller);
  return { data, entry: { target: organizationId, before: null, after: { ...data, admin: admin?.subject } } };
};

export const changeOrganization: Act<'changeOrganization'> = async (
  transaction,
  { caller, params: { organizationId }, body: { name } },
) => {
  const before = await organizationOf(transaction, organizationId, caller);
  await identity.renameOrganization(transaction, organizationId, name);
  const data = await organizationOf(transaction, organizationId, caller);
  return { data, entry: { target: organizationId, before, after: data } };
};

export const listProjects =
  ({ projects }: Pick<OperatorDependencies, 'projects'>): Read<'listProjects'> =>
  async ({ caller, query }) => {
    const read = (limit: number) => projects.listProjects(caller, { ...query, limit });
    const { items, nextBefore } = await pageOf(query, read);
    return { projects: items.map(wireProject), nextBefore };
  };

export const createProject =
  ({ projectsMax }: Pick<OperatorDependencies, 'projectsMax'>): Act<'createProject'> =>
  async (transaction, { caller, params: { organizationId }, body: { name, environment, adminId } }) => {
    const memberId = adminId ?? (await identity.findPersonBySubject(transaction, { organizationId, ...caller }))?.id;
    if (memberId === undefined) throw invalidRequest({ '/adminId': 'is required: you are no member of it' });
    const max = caller.isOperator ? Infinity : projectsMax;
    const projectId = await identity.createProjectWithin(transaction, max, { organizationId, name, environment });
    if (projectId === null) throw new AppError('too_many_projects', { details: { projectsMax } });
    const given = await identity.giveRole(transaction, { projectId, memberId, role: 'ADMIN' });
    if (given === null) throw invalidRequest({ '/adminId': 'is no member of the organization' });
    const data = await projectOf(transaction, projectId, caller);
    return { data, entry: { target: projectId, before: null, after: { ...data, admin: given.person.subject } } };
  };

export const readProject =
  ({ projects }: Pick<OperatorDependencies, 'projects'>): Read<'readProject'> =>
  async ({ caller, params: { projectId } }) =>
    wireProject(present(await projects.readProject(projectId, caller), 'project'));

export const changeProject: Act<'changeProject'> = async (transaction, { caller, params: { projectId }, body }) => {
  const before = await projectOf(transaction, projectId, caller);
  if (before.archivedAt !== null && body.executionEnabled === true) throw new AppError('project_archived');
  await identity.changeProject(transaction, projectId, body);
  const data = await projectOf(transaction, projectId, caller);
  const isChanged = before.name !== data.name || before.executionEnabled !== data.executionEnabled;
  return { data, entry: isChanged ? { target: projectId, before, after: data } : null };
};

export const getPlatform =
  ({ platform }: Pick<OperatorDependencies, 'platform'>): Read<'getPlatform'> =>
  () =>
    platform.readPlatform();

export const changePlatform: Act<'changePlatform'> = async (transaction, { body: { executionEnabled } }) => {
  const before = await identity.readPlatform(transaction);
  await identity.changePlatform(transaction, executionEnabled);
  const data = { executionEnabled };
  const isChanged = before.executionEnabled !== executionEnabled;
  return { data, entry: isChanged ? { target: 'platform', before, after: data } : null };
};

async function organizationOf(transaction: Transaction, organizationId: string, caller: Caller) {
  const [found] = await identity.listOrganizations(transaction, caller, { organizationId, limit: 1 });
  if (found === undefined) throw notFound('organization');
  return wire(found);
}

export const projectOf = async (transaction: Transaction, projectId: string, caller: Caller) =>
  wireProject(present(await identity.readProject(transaction, projectId, caller), 'project'));

const wireProject = ({ suspension, archivedAt, ...project }: identity.AdministeredProject) => ({
  ...wire(project),
  suspension: suspension === null ? null : { ...suspension, at: suspension.at.toISOString() },
  archivedAt: archivedAt?.toISOString() ?? null,
});

const wire = <T extends { readonly createdAt: Date }>({ createdAt, ...rest }: T) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
});
