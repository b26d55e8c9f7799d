/** People of an organization and their roles in its projects. */
import { invalidRequest, notFound, type SeenKeysRule } from '@farebox/contract';
import * as identity from '@farebox/identity';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Acted, Caller, Read } from '../endpoint.ts';
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

export const removeMember: Act<'removeMember'> = async (transaction, { params, caller, body: { seenKeys } }) => {
  const who = { ...params, actorSubject: caller.subject, seenKeys };
  const { person, ...keys } = present(await identity.removePerson(transaction, who), 'member');
  mayKeep(seenKeys, { person, caller });
  const before = { ...wirePerson(person), keys: keys.endedKeys, ...keptOf(keys) };
  return { data: { memberId: person.id, ...keys }, entry: { target: person.id, before, after: null } };
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
  const { caller, body, params } = call;
  const who = { ...params, actorSubject: caller.subject, seenKeys: body.seenKeys };
  const { person, before: role, ...keys } = present(await identity.takeRole(transaction, who), 'member');
  mayKeep(body.seenKeys, { person, caller });
  const { projectId } = params;
  const before = { projectId, subject: person.subject, role, keys: keys.endedKeys, ...keptOf(keys) };
  return { data: { memberId: person.id, ...keys }, entry: { target: person.id, before, after: null } };
};

/** Keys that the removed person still knows, for the audit log. */
function keptOf({ seenKeys, endedKeys }: identity.EndedKeys): { readonly knownKeys?: readonly string[] } {
  const known = seenKeys.map(({ keyId }) => keyId).filter((id) => !endedKeys.includes(id));
  return known.length === 0 ? {} : { knownKeys: known };
}

/** Throws `invalid_request` for people who remove themselves and keep keys that they know. */
function mayKeep(
  seenKeys: SeenKeysRule | undefined,
  { person, caller }: { readonly person: identity.Person; readonly caller: Caller },
): void {
  if (seenKeys === 'keep' && person.subject === caller.subject)
    throw invalidRequest({ '/seenKeys': 'only somebody else can keep the keys that you know' });
}

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
