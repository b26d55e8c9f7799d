/** Invitations: a person joins an organization with a code from an ADMIN, once, within some days, and only while that ADMIN has the role. */
import { AppError, invalidRequest } from '@farebox/contract';
import type { Transaction, Writer } from '@farebox/db';
import { newId } from '@farebox/kernel';
import { digestOf, digestsOf, sameDigest } from '../keys/digest.ts';
import { addPerson } from '../people/people.ts';
import type { Person } from '../people/person.ts';
import { giveRole } from '../people/roles.ts';
import { lockOrganization } from '../people/store/locks.ts';
import { findPersonBySubject } from '../people/store/read.ts';
import { organizationOfProject } from '../projects/store/find.ts';
import { newCode, parseCode } from './code.ts';
import { type Invitation, INVITATIONS_OPEN_MAX, type NewInvitation } from './invitation.ts';
import {
  countOpen,
  findCode,
  findInvitation,
  insertInvitation,
  type InvitationName,
  markAccepted,
  markRevoked,
} from './store/invitations.ts';

export interface CreatedInvitation {
  /** Show it once; never store it. */
  readonly code: string;
  readonly invitation: Invitation;
}

/** Null: no such organization. Throws `invalid_request`. */
export async function createInvitation(
  transaction: Transaction,
  { pepper, ...invitation }: NewInvitation & { readonly pepper: string },
): Promise<CreatedInvitation | null> {
  const { organizationId, projectIds } = invitation;
  if (!(await lockOrganization(transaction, organizationId))) return null;
  if ((await countOpen(transaction, organizationId)) >= INVITATIONS_OPEN_MAX)
    throw invalidRequest({ '': `the organization has ${INVITATIONS_OPEN_MAX} open invitations: revoke some` });
  for (const projectId of projectIds)
    if ((await organizationOfProject(transaction, projectId)) !== organizationId)
      throw invalidRequest({ '/projectIds': 'names a project that does not belong to the organization' });
  const id = newId('invitation');
  const { text, publicId } = newCode();
  await insertInvitation(transaction, { ...invitation, id, publicId, secretHmac: digestOf(pepper, text) });
  const made = await findInvitation(transaction, { organizationId, invitationId: id });
  return made === null ? null : { code: text, invitation: made };
}

/** The invitation of a code, ended or not. Null: unknown code. */
export async function invitationOfCode(
  reader: Writer,
  { code, pepper }: { readonly code: string; readonly pepper: string },
): Promise<InvitationName | null> {
  const parsed = parseCode(code);
  if (parsed === null) return null;
  const digests = digestsOf(pepper, code); // computed even for an unknown public id, so that timing reveals nothing
  const found = await findCode(reader, parsed.publicId);
  if (found === null || !digests.some((digest) => sameDigest(digest, found.secretHmac))) return null;
  return { organizationId: found.organizationId, invitationId: found.invitationId };
}

export interface Revocation {
  readonly before: Invitation;
  readonly after: Invitation;
}

/** An ended invitation does not change. Null: the organization has no such invitation. */
export async function revokeInvitation(transaction: Transaction, name: InvitationName): Promise<Revocation | null> {
  await lockOrganization(transaction, name.organizationId);
  const before = await findInvitation(transaction, name);
  if (before === null) return null;
  await markRevoked(transaction, name);
  return { before, after: (await findInvitation(transaction, name)) ?? before };
}

export interface Acceptance extends InvitationName {
  readonly subject: string;
  /** Undefined: the name in the invitation. */
  readonly name: string | undefined;
}

/** If the same person accepts again, the response is the same with `isFirst: false`. Throws `invitation_not_usable`; `invalid_request` for a member. */
export async function acceptInvitation(
  transaction: Transaction,
  acceptance: Acceptance,
): Promise<{ readonly person: Person; readonly isFirst: boolean }> {
  const { organizationId, subject, name } = acceptance;
  await lockOrganization(transaction, organizationId);
  const invitation = await findInvitation(transaction, acceptance);
  if (invitation === null) throw new AppError('invitation_not_usable');
  const present = await findPersonBySubject(transaction, { organizationId, subject });
  if (present !== null && invitation.acceptedBy === subject) return { person: present, isFirst: false };
  if (!(await markAccepted(transaction, acceptance))) throw new AppError('invitation_not_usable');
  if (present !== null) throw invalidRequest({ '/code': 'you are already a member of the organization' });
  await addPerson(transaction, { organizationId, subject, name: name ?? invitation.name, role: invitation.role });
  return { person: await withRoles(transaction, invitation, { organizationId, subject }), isFirst: true };
}

async function withRoles(
  transaction: Transaction,
  { projectIds, projectRole }: Invitation,
  who: { readonly organizationId: string; readonly subject: string },
): Promise<Person> {
  const joined = await findPersonBySubject(transaction, who);
  if (joined === null) throw new AppError('invitation_not_usable');
  for (const projectId of projectIds.toSorted())
    if (projectRole !== null) await giveRole(transaction, { projectId, memberId: joined.id, role: projectRole });
  return (await findPersonBySubject(transaction, who)) ?? joined;
}
