/** Invitations: a person joins an organization with a code that an ADMIN gave them. */
import { OrganizationId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { InvitationId } from '../schemas/ids.ts';
import {
  AcceptInvitationRequest,
  CreatedInvitation,
  CreateInvitationRequest,
  Invitation,
  InvitationPage,
  InvitationQuery,
} from '../schemas/invitation.ts';
import { Person } from '../schemas/people.ts';
import { ReasonBody } from '../schemas/reason.ts';

const ofOrganization = {
  tag: 'Invitations',
  params: { organizationId: OrganizationId },
  access: { organization: 'ADMIN' },
} as const;

export const invitationRoutes = {
  createInvitation: {
    ...ofOrganization,
    method: 'POST',
    path: '/organizations/{organizationId}/invitations',
    act: 'invitation.create',
    summary: 'Create an invitation',
    description:
      'Returns a code, only once. A signed-in person who has the code can become a member, once, within seven days. The invitation becomes invalid if its creator stops being an ADMIN.',
    body: { kind: 'json', schema: CreateInvitationRequest, example: { name: 'Ann', role: 'MEMBER' } },
    successes: { 200: { description: 'The invitation and its code.', schema: CreatedInvitation } },
    errors: [],
  },
  listInvitations: {
    ...ofOrganization,
    method: 'GET',
    path: '/organizations/{organizationId}/invitations',
    query: InvitationQuery,
    summary: 'List invitations of an organization',
    description: 'Newest first, including those that have ended. Codes are never included.',
    successes: { 200: { description: 'A page of invitations.', schema: InvitationPage } },
    errors: [],
  },
  revokeInvitation: {
    ...ofOrganization,
    params: { organizationId: OrganizationId, invitationId: InvitationId },
    method: 'POST',
    path: '/organizations/{organizationId}/invitations/{invitationId}/revoke',
    act: 'invitation.revoke',
    summary: 'Revoke an invitation',
    description: 'Its code can no longer be used. An invitation that has ended does not change.',
    body: { kind: 'json', optional: true, schema: ReasonBody, example: { reason: 'sent to the wrong person' } },
    successes: { 200: { description: 'The invitation.', schema: Invitation } },
    errors: [],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    tag: 'Invitations',
    access: 'session',
    chain: 'invitation',
    act: 'invitation.accept',
    summary: 'Accept an invitation',
    description:
      'Makes the caller a member of the organization that created the code. The error is the same for a code that is wrong, used, expired, revoked or for another person. If the person who accepted repeats the request, the response is the same.',
    body: {
      kind: 'json',
      schema: AcceptInvitationRequest,
      example: { code: 'fbinv_5f7c8ec7c33c6c00_0000000000000000000000000000_000000' },
    },
    successes: { 200: { description: 'The new member.', schema: Person } },
    errors: ['invitation_not_usable'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
