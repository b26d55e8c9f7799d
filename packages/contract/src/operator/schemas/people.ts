/** People of an organization, and their roles in its projects. */
import { Type } from 'typebox';
import { ORGANIZATION_ROLES, ROLES } from '../../scopes.ts';
import { KeyId, Name, ProjectId, Timestamp, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { MemberId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const PROJECTS_MAX = 10_000;
const KEYS_MAX = 10_000;

export const ProjectRole = oneOf('Role', ROLES, 'What a member may do in a project.');
export const OrganizationRole = oneOf(
  'OrganizationRole',
  ORGANIZATION_ROLES,
  'An ADMIN administers people and makes projects. What somebody may do in a project is their role there.',
);
export const Subject = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The `sub` of their session tokens, as the issuer has it.',
});
export const PersonName = Type.String({ minLength: 1, maxLength: 100 });

const RoleInProject = Type.Object(
  { projectId: ProjectId, memberId: MemberId, role: ProjectRole },
  named('RoleInProject', 'The role of a person in a project, and their id there, by which keys name their owner.'),
);
export const Person = Type.Object(
  {
    id: MemberId,
    subject: Subject,
    name: Name,
    role: OrganizationRole,
    createdAt: Timestamp,
    projects: list(RoleInProject, PROJECTS_MAX),
  },
  named('Person', 'A member of an organization.'),
);
export const PersonPage = Type.Object(
  { members: list(Person, PAGE_MAX), nextBefore: nullable(MemberId) },
  named('PersonPage', 'Members of an organization, newest first.'),
);
export const ProjectMember = Type.Object(
  { id: MemberId, subject: Subject, name: Name, role: ProjectRole },
  named('ProjectMember', 'A member of a project.'),
);
export const ProjectMemberPage = Type.Object(
  { members: list(ProjectMember, PAGE_MAX), nextBefore: nullable(MemberId) },
  named('ProjectMemberPage', 'Members of a project, newest first.'),
);
export const PersonQuery = pageQuery(MemberId);

export const AddPersonRequest = Type.Object(
  { subject: Subject, name: PersonName, role: OrganizationRole, reason: Reason },
  named('AddPersonRequest', 'A person to be made a member.'),
);
export const ChangePersonRequest = Type.Object(
  { role: Type.Optional(OrganizationRole), name: Type.Optional(PersonName), reason: Reason },
  named('ChangePersonRequest', 'What is left out stays as it is.'),
);
export const GiveRoleRequest = Type.Object(
  { role: ProjectRole, reason: Reason },
  named('GiveRoleRequest', 'A role in a project.'),
);
export const Removal = Type.Object(
  { memberId: MemberId, endedKeys: list(KeyId, KEYS_MAX) },
  named('Removal', 'Who was removed, and which keys ended with it.'),
);
