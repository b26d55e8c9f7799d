/**
 * Stops projects: by suspension, which only an operator lifts, and by archiving. Neither affects money or accepted
 * executions.
 */
import { AppError } from '@farebox/contract';
import * as identity from '@farebox/identity';
import type { Act, Acted } from '../endpoint.ts';
import { projectOf } from './projects.ts';

export const suspendProject: Act<'suspendProject'> = async (
  transaction,
  { caller, params: { projectId }, body: { reason } },
) => {
  const before = await projectOf(transaction, projectId, caller);
  await identity.suspendProject(transaction, projectId, reason);
  return changed(before, await projectOf(transaction, projectId, caller));
};

export const resumeProject: Act<'resumeProject'> = async (transaction, { caller, params: { projectId } }) => {
  const before = await projectOf(transaction, projectId, caller);
  await identity.resumeProject(transaction, projectId);
  return changed(before, await projectOf(transaction, projectId, caller));
};

export const archiveProject: Act<'archiveProject'> = async (transaction, { caller, params: { projectId } }) => {
  const before = await projectOf(transaction, projectId, caller);
  const openExecutions = await identity.countOpenExecutions(transaction, projectId);
  if (before.archivedAt === null && openExecutions > 0)
    throw new AppError('project_not_idle', { details: { openExecutions } });
  const endedKeys = await identity.archiveProject(transaction, { projectId, actorSubject: caller.subject });
  const { data: project, entry } = changed(before, await projectOf(transaction, projectId, caller));
  const told = entry === null ? null : { ...entry, before: { ...before, keys: endedKeys } };
  return { data: { project, endedKeys }, entry: told };
};

export const unarchiveProject: Act<'unarchiveProject'> = async (transaction, { caller, params: { projectId } }) => {
  const before = await projectOf(transaction, projectId, caller);
  await identity.unarchiveProject(transaction, projectId);
  return changed(before, await projectOf(transaction, projectId, caller));
};

type Project = Awaited<ReturnType<typeof projectOf>>;

/** Records nothing if nothing has changed. */
function changed(before: Project, data: Project): Acted {
  const isSame = before.suspension?.at === data.suspension?.at && before.archivedAt === data.archivedAt;
  return { data, entry: isSame ? null : { target: data.id, before, after: data } };
}
