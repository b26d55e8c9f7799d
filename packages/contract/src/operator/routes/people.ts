/** People: who is of an organization, and what they may do in its projects. */
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
} from '../schemas/people.ts';
import { ReasonBody } from '../schemas/reason.ts';

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
const why = { kind: 'json', schema: ReasonBody, example: { reason: 'has left' } } as const;
const ENDS =
  'Their keys end in the same moment, and their sessions find nothing any more, on every gateway within a second. Old sessions stay ended when they come back.';

export const peopleRoutes = {
  listMembers: {
    ...ofOrganization,
    access: 'organization',
    method: 'GET',
    path: '/organizations/{organizationId}/members',
    query: PersonQuery,
    summary: 'Members of the organization',
    description: 'Newest first, with their roles in its projects.',
    successes: { 200: { description: 'A page of members.', schema: PersonPage } },
    errors: [],
  },
  addMember: {
    ...ofOrganization,
    method: 'POST',
    path: '/organizations/{organizationId}/members',
    act: 'member.add',
    summary: 'Make a person a member',
    description: 'By the subject of their sessions. They have no role in any project until they are given one.',
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
    description: 'Their role in the organization, or their name. The last ADMIN stays one.',
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
    description: `From all of its projects. ${ENDS} The last ADMIN of the organization or of a project cannot be removed.`,
    body: why,
    successes: removed,
    errors: ['last_admin'],
  },
  giveRoleInOrganization: {
    ...inProjectOfOrganization,
    method: 'PUT',
    path: '/organizations/{organizationId}/members/{memberId}/projects/{projectId}',
    act: 'member.give_role',
    summary: 'Give a member a role in a project of the organization',
    description: 'Instead of the role that they had there. The last ADMIN of the project stays one.',
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
    summary: 'Members of the project',
    description: 'Newest first.',
    successes: { 200: { description: 'A page of members.', schema: ProjectMemberPage } },
    errors: [],
  },
  giveRole: {
    ...inProject,
    method: 'PUT',
    path: '/projects/{projectId}/members/{memberId}',
    act: 'member.give_role',
    summary: 'Give a member of the organization a role in the project',
    description: 'Instead of the role that they had. The last ADMIN stays one.',
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
    description: `They stay a member of the organization. ${ENDS} The last ADMIN cannot be removed.`,
    body: why,
    successes: removed,
    errors: ['last_admin'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
