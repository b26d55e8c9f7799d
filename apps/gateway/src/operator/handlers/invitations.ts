/** Invitations: an organization's ADMIN creates and revokes them, and a person with the code accepts one. */
import { AppError, invalidRequest } from '@farebox/contract';
import * as identity from '@farebox/identity';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, OperatorRequest, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { present } from '../path.ts';
import { wirePerson } from './people.ts';

export const createInvitation =
  ({ keyPepper: pepper }: Pick<OperatorDependencies, 'keyPepper'>): Act<'createInvitation'> =>
  async (transaction, { params, caller, body }) => {
    const createdBy = { kind: caller.isOperator ? 'operator' : 'member', subject: caller.subject } as const;
    const asked = { ...params, ...invitedTo(body), createdBy, pepper };
    const { code, invitation } = present(await identity.createInvitation(transaction, asked), 'project');
    const wire = wireInvitation(invitation);
    return {
      data: { code, invitation: wire },
      replayed: { code: null, invitation: wire },
      entry: { target: invitation.id, before: null, after: wire },
    };
  };

export const listInvitations =
  ({ people }: Pick<OperatorDependencies, 'people'>): Read<'listInvitations'> =>
  async ({ params, query }) => {
    const read = (limit: number) => people.listInvitations({ ...params, ...query, limit });
    const { items, nextBefore } = await pageOf(query, read);
    return { invitations: items.map(wireInvitation), nextBefore };
  };

export const revokeInvitation: Act<'revokeInvitation'> = async (transaction, { params }) => {
  const change = present(await identity.revokeInvitation(transaction, params), 'invitation');
  const [before, data] = [wireInvitation(change.before), wireInvitation(change.after)];
  const isFirst = before.revokedAt !== data.revokedAt;
  return { data, entry: isFirst ? { target: data.id, before, after: data } : null };
};

export const acceptInvitation =
  ({ keyPepper: pepper }: Pick<OperatorDependencies, 'keyPepper'>): Act<'acceptInvitation'> =>
  async (transaction, { caller: { subject }, body: { code, name } }) => {
    const found = await identity.invitationOfCode(transaction, { code, pepper });
    if (found === null) throw new AppError('invitation_not_usable');
    const { person, isFirst } = await identity.acceptInvitation(transaction, { ...found, subject, name });
    const data = wirePerson(person);
    return { data, entry: isFirst ? { target: found.invitationId, before: null, after: data } : null };
  };

const DAYS = 7;

function invitedTo({ name, role, projectIds = [], projectRole, subject, days = DAYS }: Asked) {
  if (projectIds.length > 0 && projectRole === undefined) throw invalidRequest({ '/projectRole': 'is required' });
  if (projectIds.length === 0 && projectRole !== undefined)
    throw invalidRequest({ '/projectIds': 'is required where there is a role' });
  return { name, role, projectIds, projectRole: projectRole ?? null, subject: subject ?? null, days };
}

type Asked = OperatorRequest<'createInvitation'>['body'];

const wireInvitation = (invitation: identity.Invitation) => ({
  ...invitation,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
  acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
  revokedAt: invitation.revokedAt?.toISOString() ?? null,
});
