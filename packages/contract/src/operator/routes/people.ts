/** Members of an organization, and their roles in its projects. */
import { OrganizationId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { MemberId } from '../schemas/ids.ts';
import {
  AddPersonRequest,
  ChangePersonRequest,
  GiveRoleRequest,
  Person,
  PersonPage,
  PersonQuery,
  ProjectMember,
  ProjectMemberPage,
  Removal,
  RemovePersonRequest,
} from '../schemas/people.ts';

const tag = 'People';
const ofOrganization = { tag, params: { organizationId: OrganizationId }, access: { organization: 'ADMIN' } } as const;
const ofPerson = { ...ofOrganization, params: { organizationId: OrganizationId, memberId: MemberId } } as const;
const inProject = {
  tag,
  params: { projectId: ProjectId, memberId: MemberId },
  access: { project: 'ADMIN' },
} as const;
const inProjectOfOrganization = {
  ...ofPerson,
  params: { ...ofPerson.params, projectId: ProjectId },
} as const;

const person = { 200: { description: 'The member.', schema: Person } } as const;
const removed = { 200: { description: 'The removal.', schema: Removal } } as const;
const given = { 200: { description: 'The member of the project.', schema: ProjectMember } } as const;
const role = { kind: 'json', schema: GiveRoleRequest, example: { role: 'MEMBER' } } as const;
const removal = { kind: 'json', schema: RemovePersonRequest, example: { reason: 'has left' } } as const;
const ENDS =
  'Their API keys, and keys of others that they issued or rotated, are revoked at the same time, and their sessions lose access on every gateway within a second. If they become a member again, sessions from before the removal stay without access.';

export const peopleRoutes = {
  listMembers: {
    ...ofOrganization,
    access: 'organization',
    method: 'GET',
    path: '/organizations/{organizationId}/members',
    query: PersonQuery,
    summary: 'List members of an organization',
    description: 'Newest first, with their roles in the projects of the organization.',
    successes: { 200: { description: 'A page of members.', schema: PersonPage } },
    errors: [],
  },
  addMember: {
    ...ofOrganization,
    method: 'POST',
    path: '/organizations/{organizationId}/members',
    act: 'member.add',
    summary: 'Add a member',
    description:
      'Identifies the person by the `sub` of their session tokens. The new member has no role in any project until one is given.',
    body: {
      kind: 'json',
      schema: AddPersonRequest,
      example: { subject: 'auth0|5f7c8ec7c33c6c004bbafe82', name: 'Ann', role: 'MEMBER' },
    },
    successes: person,
    errors: [],
  },
  changeMember: {
    ...ofPerson,
    method: 'PUT',
    path: '/organizations/{organizationId}/members/{memberId}',
    act: 'member.change',
    summary: 'Change a member',
    description: 'Changes their role in the organization, or their name. The last ADMIN cannot lose the role.',
    body: { kind: 'json', schema: ChangePersonRequest, example: { role: 'ADMIN' } },
    successes: person,
    errors: ['last_admin'],
  },
  removeMember: {
    ...ofPerson,
    method: 'POST',
    path: '/organizations/{organizationId}/members/{memberId}/remove',
    act: 'member.remove',
    summary: 'Remove a member from the organization',
    description: `Removes the member from all projects of the organization as well. ${ENDS} The last ADMIN of the organization or of a project cannot be removed.`,
    body: removal,
    successes: removed,
    errors: ['last_admin'],
  },
  giveRoleInOrganization: {
    ...inProjectOfOrganization,
    method: 'PUT',
    path: '/organizations/{organizationId}/members/{memberId}/projects/{projectId}',
    act: 'member.give_role',
    summary: 'Set the role of a member in a project of the organization',
    description: 'Replaces their current role in the project. The last ADMIN of the project cannot lose the role.',
    body: role,
    successes: given,
    errors: ['last_admin'],
  },
  listProjectMembers: {
    tag,
    params: { projectId: ProjectId },
    access: { project: 'VIEWER' },
    method: 'GET',
    path: '/projects/{projectId}/members',
    query: PersonQuery,
    summary: 'List members of a project',
    description: 'Newest first.',
    successes: { 200: { description: 'A page of members.', schema: ProjectMemberPage } },
    errors: [],
  },
  giveRole: {
    ...inProject,
    method: 'PUT',
    path: '/projects/{projectId}/members/{memberId}',
    act: 'member.give_role',
    summary: 'Set the role of an organization member in the project',
    description: 'Replaces their current role. The last ADMIN cannot lose the role.',
    body: role,
    successes: given,
    errors: ['last_admin'],
  },
  takeRole: {
    ...inProject,
    method: 'POST',
    path: '/projects/{projectId}/members/{memberId}/remove',
    act: 'member.take_role',
    summary: 'Remove a member from the project',
    description: `The person stays a member of the organization. ${ENDS} The last ADMIN cannot be removed.`,
    body: removal,
    successes: removed,
    errors: ['last_admin'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
