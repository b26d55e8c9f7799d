/** Invitations to an organization. Only one response contains the code of an invitation, once. */
import { Type } from 'typebox';
import {
  GivenName,
  Name,
  ProjectId,
  Timestamp,
  int32,
  list,
  named,
  nullable,
  oneOf,
} from '../../schemas/primitives.ts';
import { InvitationId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { GivenSubject, OrganizationRole, ProjectRole, Subject } from './people.ts';
import { Reason } from './reason.ts';

const PROJECTS_MAX = 20;
const DAYS_MAX = 7;

export const Invitation = Type.Object(
  {
    id: InvitationId,
    state: oneOf(
      'InvitationState',
      ['open', 'accepted', 'revoked', 'expired'],
      'Only an `open` invitation can be accepted, and only while its creator is an ADMIN.',
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
      Type.String({ maxLength: 100, description: 'The code, only this once; null if the same request is repeated.' }),
    ),
    invitation: Invitation,
  },
  named('CreatedInvitation', 'A new invitation.'),
);
export const CreateInvitationRequest = Type.Object(
  {
    name: GivenName,
    role: OrganizationRole,
    projectIds: Type.Optional(
      Type.Array(ProjectId, {
        minItems: 1,
        maxItems: PROJECTS_MAX,
        uniqueItems: true,
        description: 'Projects of the organization in which the person gets a role.',
      }),
    ),
    projectRole: Type.Optional({ ...ProjectRole, description: 'The role of the person in each of these projects.' }),
    subject: Type.Optional({
      ...GivenSubject,
      description: 'Only sessions with this `sub` can accept. Default: anyone who has the code.',
    }),
    days: Type.Optional(
      int32(1, { maximum: DAYS_MAX, description: `Days until the invitation expires. Default ${DAYS_MAX}.` }),
    ),
    reason: Reason,
  },
  named('CreateInvitationRequest', 'The invited person and their roles.'),
);
export const AcceptInvitationRequest = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100, description: 'The code that the inviting ADMIN received.' }),
    name: Type.Optional({
      ...GivenName,
      description: 'The name of the new member. Default: the name in the invitation.',
    }),
  },
  named('AcceptInvitationRequest', 'The code of an invitation.'),
);
