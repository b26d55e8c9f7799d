/** Invitations to an organization. The code of one is in one response, once. */
import { Type } from 'typebox';
import { Name, ProjectId, Timestamp, int32, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { InvitationId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { OrganizationRole, PersonName, ProjectRole, Subject } from './people.ts';
import { Reason } from './reason.ts';

const PROJECTS_MAX = 20;
const DAYS_MAX = 7;

export const Invitation = Type.Object(
  {
    id: InvitationId,
    state: oneOf(
      'InvitationState',
      ['open', 'accepted', 'revoked', 'expired'],
      'Only an open one can be accepted. One that an ADMIN made who is none any more cannot, either.',
    ),
    name: Name,
    role: OrganizationRole,
    projectIds: list(ProjectId, PROJECTS_MAX),
    projectRole: nullable(ProjectRole),
    subject: nullable(Subject),
    createdAt: Timestamp,
    createdBy: Subject,
    expiresAt: Timestamp,
    acceptedAt: nullable(Timestamp),
    acceptedBy: nullable(Subject),
    revokedAt: nullable(Timestamp),
  },
  named('Invitation', 'An invitation to an organization, without its code.'),
);
export const InvitationPage = Type.Object(
  { invitations: list(Invitation, PAGE_MAX), nextBefore: nullable(InvitationId) },
  named('InvitationPage', 'Invitations, newest first.'),
);
export const InvitationQuery = pageQuery(InvitationId);

export const CreatedInvitation = Type.Object(
  {
    code: nullable(
      Type.String({ maxLength: 100, description: 'The code, once: null when the same request is repeated.' }),
    ),
    invitation: Invitation,
  },
  named('CreatedInvitation', 'A new invitation.'),
);
export const CreateInvitationRequest = Type.Object(
  {
    name: PersonName,
    role: OrganizationRole,
    projectIds: Type.Optional(
      Type.Array(ProjectId, {
        minItems: 1,
        maxItems: PROJECTS_MAX,
        uniqueItems: true,
        description: 'Projects of the organization in which they get a role.',
      }),
    ),
    projectRole: Type.Optional({ ...ProjectRole, description: 'Their role in each of these projects.' }),
    subject: Type.Optional({
      ...Subject,
      description: 'The `sub` of the sessions that may accept it. Left out: whoever has the code.',
    }),
    days: Type.Optional(int32(1, { maximum: DAYS_MAX, description: `How long it stands. Left out: ${DAYS_MAX}.` })),
    reason: Reason,
  },
  named('CreateInvitationRequest', 'Who is invited to what.'),
);
export const AcceptInvitationRequest = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100, description: 'As it was told to whoever invited.' }),
    name: Type.Optional({ ...PersonName, description: 'What they want to be called. Left out: as in the invitation.' }),
  },
  named('AcceptInvitationRequest', 'The code of an invitation.'),
);
