/** Adds, changes and removes people of an organization. An organization and each of its projects keep at least one ADMIN. */
import { AppError, invalidRequest, type OrganizationRole } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import type { NewPerson, Person, Removing } from './person.ts';
import { type EndedKeys, removeRole, requireAnotherAdmin, settleSeenKeys } from './roles.ts';
import { lockOrganization } from './store/locks.ts';
import { changeRow, countOrganizationAdmins, markGone, putPerson } from './store/people.ts';
import { findPerson, findPersonBySubject } from './store/read.ts';

/** Null: no such organization. Throws `invalid_request` for an existing member. */
export async function addPerson(transaction: Transaction, person: NewPerson): Promise<Person | null> {
  if (!(await lockOrganization(transaction, person.organizationId))) return null;
  if ((await findPersonBySubject(transaction, person)) !== null) {
    throw invalidRequest({ '/subject': 'is already a member of the organization' });
  }
  await putPerson(transaction, person);
  return await findPersonBySubject(transaction, person);
}

interface InOrganization {
  readonly organizationId: string;
  /** Their id in the organization, or in any of its projects. */
  readonly memberId: string;
}

export interface PersonChange {
  readonly role?: OrganizationRole | undefined;
  readonly name?: string | undefined;
}

/** Null: no person with this id. Throws `last_admin`. */
export async function changePerson(
  transaction: Transaction,
  { organizationId, memberId, role, name }: InOrganization & PersonChange,
): Promise<{ readonly before: Person; readonly after: Person } | null> {
  if (!(await lockOrganization(transaction, organizationId))) return null;
  const before = await findPerson(transaction, { organizationId, id: memberId });
  if (before === null) return null;
  if (role === 'MEMBER') await requireAnotherInOrganization(transaction, organizationId, before);
  const after = { ...before, role: role ?? before.role, name: name ?? before.name };
  await changeRow(transaction, { ...after, organizationId });
  return { before, after };
}

/**
 * Also removes their roles in all projects, their keys, and keys of others whose secret they saw. Null: no person with this id.
 * Throws `last_admin`, of the organization or of a project.
 */
export async function removePerson(
  transaction: Transaction,
  { organizationId, memberId, ...removing }: InOrganization & Removing,
): Promise<({ readonly person: Person } & EndedKeys) | null> {
  if (!(await lockOrganization(transaction, organizationId))) return null;
  const person = await findPerson(transaction, { organizationId, id: memberId });
  if (person === null) return null;
  await requireAnotherInOrganization(transaction, organizationId, person);
  const endedKeys: string[] = [];
  for (const projectRole of person.projects) {
    if (projectRole.role === 'ADMIN') await requireAnotherAdmin(transaction, projectRole.projectId);
    endedKeys.push(...(await removeRole(transaction, projectRole, removing)));
  }
  await markGone(transaction, { organizationId, id: person.id });
  const seen = await settleSeenKeys(transaction, { organizationId, subject: person.subject }, removing);
  return { person, seenKeys: seen.seenKeys, endedKeys: [...endedKeys, ...seen.endedKeys] };
}

async function requireAnotherInOrganization(
  transaction: Transaction,
  organizationId: string,
  { role }: Person,
): Promise<void> {
  if (role !== 'ADMIN' || (await countOrganizationAdmins(transaction, organizationId)) > 1) return;
  throw new AppError('last_admin', { details: { organizationId } });
}
