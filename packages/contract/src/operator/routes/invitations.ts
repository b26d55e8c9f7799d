/** Invitations: people join an organization by a code that somebody gave them. */
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
    summary: 'Invite a person',
    description:
      'Answers a code, once. Whoever is signed in and has it becomes a member, within seven days and one time. It ends with the rights of the ADMIN who made it.',
    body: { kind: 'json', schema: CreateInvitationRequest, example: { name: 'Ann', role: 'MEMBER' } },
    successes: { 200: { description: 'The invitation and its code.', schema: CreatedInvitation } },
    errors: [],
  },
  listInvitations: {
    ...ofOrganization,
    method: 'GET',
    path: '/organizations/{organizationId}/invitations',
    query: InvitationQuery,
    summary: 'Invitations of the organization',
    description: 'Newest first, also those that have ended; never a code.',
    successes: { 200: { description: 'A page of invitations.', schema: InvitationPage } },
    errors: [],
  },
  revokeInvitation: {
    ...ofOrganization,
    params: { organizationId: OrganizationId, invitationId: InvitationId },
    method: 'POST',
    path: '/organizations/{organizationId}/invitations/{invitationId}/revoke',
    act: 'invitation.revoke',
    summary: 'Take an invitation back',
    description: 'Its code is worth nothing from then on. One that has ended stays as it is.',
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
      'Makes the caller a member of the organization whose code they have. A code that is wrong, used, old, taken back or for somebody else is answered alike. Repeated by who accepted, it is answered the same.',
    body: {
      kind: 'json',
      schema: AcceptInvitationRequest,
      example: { code: 'tginv_5f7c8ec7c33c6c00_0000000000000000000000000000_000000' },
    },
    successes: { 200: { description: 'The member.', schema: Person } },
    errors: ['invitation_not_usable'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
