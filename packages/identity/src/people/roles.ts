/** Gives and takes roles in projects. A project keeps an ADMIN; who is taken from it takes their keys along. */
import { AppError, type Role } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import type { Actor, Person, ProjectRole } from './person.ts';
import { lockProject } from './store/locks.ts';
import { findPerson } from './store/read.ts';
import { countAdmins, endKeys, markRemoved, putRole } from './store/roles.ts';

interface InProject {
  readonly projectId: string;
  /** Of a person of the organization: there, or in any project of it. */
  readonly memberId: string;
}

export interface RoleChange {
  readonly person: Person;
  /** Null: none. */
  readonly before: Role | null;
  readonly after: Role;
}

/** Null: no such project, or nobody of that id in its organization. Throws `last_admin`. */
export async function giveRole(
  transaction: Transaction,
  { projectId, memberId, role }: InProject & { readonly role: Role },
): Promise<RoleChange | null> {
  const found = await findIn(transaction, { projectId, memberId });
  if (found === null) return null;
  const { person, place } = found;
  const before = place?.role ?? null;
  if (before === 'ADMIN' && role !== 'ADMIN') await requireAnotherAdmin(transaction, projectId);
  if (before !== role) await putRole(transaction, { projectId, person, role });
  return { person, before, after: role };
}

export interface RoleEnd {
  readonly person: Person;
  readonly before: Role;
  /** Ids of the keys that ended with it. */
  readonly endedKeys: readonly string[];
}

/** Null: nobody of that id in the project. Throws `last_admin`. */
export async function takeRole(transaction: Transaction, who: InProject & Actor): Promise<RoleEnd | null> {
  const found = await findIn(transaction, who);
  if (found?.place === undefined) return null;
  const { person, place } = found;
  if (place.role === 'ADMIN') await requireAnotherAdmin(transaction, who.projectId);
  const endedKeys = await takePlace(transaction, place, who);
  return { person, before: place.role, endedKeys };
}

/** The role first, the keys in a statement after it: a key that was being made is then there to be ended, or never made. */
export async function takePlace(
  transaction: Transaction,
  place: ProjectRole,
  { actorSubject }: Actor,
): Promise<readonly string[]> {
  await markRemoved(transaction, place);
  return await endKeys(transaction, { ...place, actorSubject });
}

/** The caller holds the project's lock, or its organization's. */
export async function requireAnotherAdmin(transaction: Transaction, projectId: string): Promise<void> {
  if ((await countAdmins(transaction, projectId)) <= 1) throw new AppError('last_admin', { details: { projectId } });
}

async function findIn(transaction: Transaction, { projectId, memberId }: InProject) {
  const organizationId = await lockProject(transaction, projectId);
  const person = organizationId === null ? null : await findPerson(transaction, { organizationId, id: memberId });
  if (person === null) return null;
  return { person, place: person.projects.find((each) => each.projectId === projectId) };
}
