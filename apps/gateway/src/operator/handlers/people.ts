/** People of an organization and their roles in its projects. */
import { notFound } from '@farebox/contract';
import * as identity from '@farebox/identity';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Acted, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { present } from '../path.ts';

export const listMembers =
  ({ people }: Pick<OperatorDependencies, 'people'>): Read<'listMembers'> =>
  async ({ params, query }) => {
    const read = (limit: number) => people.listPeople({ ...params, ...query, limit });
    const { items, nextBefore } = await pageOf(query, read);
    return { members: items.map(wirePerson), nextBefore };
  };

export const addMember: Act<'addMember'> = async (transaction, { params, body: { reason: _why, ...body } }) => {
  const data = wirePerson(present(await identity.addPerson(transaction, { ...params, ...body }), 'organization'));
  return { data, entry: { target: data.id, before: null, after: data } };
};

export const changeMember: Act<'changeMember'> = async (transaction, { params, body: { role, name } }) => {
  const change = present(await identity.changePerson(transaction, { ...params, role, name }), 'member');
  const [before, data] = [wirePerson(change.before), wirePerson(change.after)];
  const isChanged = before.role !== data.role || before.name !== data.name;
  return { data, entry: isChanged ? { target: data.id, before, after: data } : null };
};

export const removeMember: Act<'removeMember'> = async (transaction, { params, caller }) => {
  const who = { ...params, actorSubject: caller.subject };
  const { person, endedKeys } = present(await identity.removePerson(transaction, who), 'member');
  const before = { ...wirePerson(person), keys: endedKeys };
  return { data: { memberId: person.id, endedKeys }, entry: { target: person.id, before, after: null } };
};

export const giveRoleInOrganization: Act<'giveRoleInOrganization'> = async (
  transaction,
  { params: { organizationId, memberId, projectId }, body: { role } },
) => {
  if ((await identity.organizationOfProject(transaction, projectId)) !== organizationId) throw notFound('project');
  return given(projectId, await identity.giveRole(transaction, { projectId, memberId, role }));
};

export const listProjectMembers =
  ({ people }: Pick<OperatorDependencies, 'people'>): Read<'listProjectMembers'> =>
  async ({ params, query }) => {
    const read = (limit: number) => people.listMembers({ ...params, ...query, limit });
    const { items, nextBefore } = await pageOf(query, read);
    return { members: items, nextBefore };
  };

export const giveRole: Act<'giveRole'> = async (transaction, { params, body: { role } }) =>
  given(params.projectId, await identity.giveRole(transaction, { ...params, role }));

export const takeRole: Act<'takeRole'> = async (transaction, call) => {
  const who = { ...call.params, actorSubject: call.caller.subject };
  const { person, before: role, endedKeys } = present(await identity.takeRole(transaction, who), 'member');
  const { projectId } = call.params;
  const before = { projectId, subject: person.subject, role, keys: endedKeys };
  return { data: { memberId: person.id, endedKeys }, entry: { target: person.id, before, after: null } };
};

function given(projectId: string, change: identity.RoleChange | null): Acted {
  const { person, before, after: role } = present(change, 'member');
  const { id, subject, name } = person;
  const data = {
    id: person.projects.find((each) => each.projectId === projectId)?.memberId ?? id,
    subject,
    name,
    role,
  };
  if (before === role) return { data, entry: null };
  const was = before === null ? null : { projectId, subject, role: before };
  return { data, entry: { target: id, before: was, after: { projectId, subject, role } } };
}

export const wirePerson = ({ createdAt, ...person }: identity.Person) => ({
  ...person,
  createdAt: createdAt.toISOString(),
});
