/** Gives and removes roles in projects. A project keeps at least one ADMIN; removing a member also ends their keys. */
import { AppError, type Role } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import type { Actor, Person, ProjectRole, Removing } from './person.ts';
import { lockProject } from './store/locks.ts';
import { findPerson } from './store/read.ts';
import { endSeenKeys, findSeenKeys, type SeenKey, type Seer } from './store/seen-keys.ts';
import { countAdmins, endKeys, markRemoved, putRole } from './store/roles.ts';

interface InProject {
  readonly projectId: string;
  /** The id of a person in the organization, or in any of its projects. */
  readonly memberId: string;
}

export interface RoleChange {
  readonly person: Person;
  /** The previous role; null: none. */
  readonly before: Role | null;
  readonly after: Role;
}

/** Null: no such project, or no person with this id in its organization. Throws `last_admin`. */
export async function giveRole(
  transaction: Transaction,
  { projectId, memberId, role }: InProject & { readonly role: Role },
): Promise<RoleChange | null> {
  const found = await findIn(transaction, { projectId, memberId });
  if (found === null) return null;
  const { person, projectRole } = found;
  const before = projectRole?.role ?? null;
  if (before === 'ADMIN' && role !== 'ADMIN') await requireAnotherAdmin(transaction, projectId);
  if (before !== role) await putRole(transaction, { projectId, person, role });
  return { person, before, after: role };
}

export interface EndedKeys {
  /** The ids of the keys that were revoked: the person's own, and seen ones unless they are kept. */
  readonly endedKeys: readonly string[];
  /** Keys of others whose secret the person saw, ended or kept. */
  readonly seenKeys: readonly SeenKey[];
}

export interface RoleEnd extends EndedKeys {
  readonly person: Person;
  readonly before: Role;
}

/** Null: no member with this id in the project. Throws `last_admin`. */
export async function takeRole(transaction: Transaction, who: InProject & Removing): Promise<RoleEnd | null> {
  const found = await findIn(transaction, who);
  if (found?.projectRole === undefined) return null;
  const { person, projectRole, organizationId } = found;
  if (projectRole.role === 'ADMIN') await requireAnotherAdmin(transaction, who.projectId);
  const endedKeys = await removeRole(transaction, projectRole, who);
  const { projectId } = who;
  const seen = await settleSeenKeys(transaction, { organizationId, subject: person.subject, projectId }, who);
  return {
    person,
    before: projectRole.role,
    seenKeys: seen.seenKeys,
    endedKeys: [...endedKeys, ...seen.endedKeys],
  };
}

/** Finds the keys of others that a removed person saw, and ends them unless they are kept. */
export async function settleSeenKeys(
  transaction: Transaction,
  seer: Seer,
  { actorSubject, seenKeys: rule = 'end' }: Removing,
): Promise<EndedKeys> {
  const seenKeys = await findSeenKeys(transaction, seer);
  return { seenKeys, endedKeys: rule === 'keep' ? [] : await endSeenKeys(transaction, seenKeys, { actorSubject }) };
}

/** Removes the role first and ends the keys in a later statement: a concurrently created key is then either ended or refused. */
export async function removeRole(
  transaction: Transaction,
  projectRole: ProjectRole,
  { actorSubject }: Actor,
): Promise<readonly string[]> {
  await markRemoved(transaction, projectRole);
  return await endKeys(transaction, { ...projectRole, actorSubject });
}

/** The caller must hold the lock of the project or of its organization. */
export async function requireAnotherAdmin(transaction: Transaction, projectId: string): Promise<void> {
  if ((await countAdmins(transaction, projectId)) <= 1) throw new AppError('last_admin', { details: { projectId } });
}

async function findIn(transaction: Transaction, { projectId, memberId }: InProject) {
  const organizationId = await lockProject(transaction, projectId);
  if (organizationId === null) return null;
  const person = await findPerson(transaction, { organizationId, id: memberId });
  if (person === null) return null;
  return { organizationId, person, projectRole: person.projects.find((each) => each.projectId === projectId) };
}
