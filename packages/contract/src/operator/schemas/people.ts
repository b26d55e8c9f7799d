/** Members of an organization, and their roles in its projects. */
import { Type } from 'typebox';
import { ORGANIZATION_ROLES, ROLES } from '../../scopes.ts';
import {
  GivenName,
  KeyId,
  Name,
  ProjectId,
  Timestamp,
  list,
  named,
  nullable,
  oneOf,
  shownText,
} from '../../schemas/primitives.ts';
import { MemberId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const PROJECTS_MAX = 10_000;
const KEYS_MAX = 10_000;

export const ProjectRole = oneOf('Role', ROLES, 'The role of a member in a project.');
export const OrganizationRole = oneOf(
  'OrganizationRole',
  ORGANIZATION_ROLES,
  'An ADMIN manages members and creates projects. Rights in a project come from the role in that project.',
);
const SUBJECT_MAX = 500;
const SUBJECT = 'The `sub` of the session tokens of the person.';
export const Subject = Type.String({ minLength: 1, maxLength: SUBJECT_MAX, description: SUBJECT });
/** In a request: others read it in lists and in the audit log. */
export const GivenSubject = shownText(SUBJECT_MAX, SUBJECT);

const RoleInProject = Type.Object(
  { projectId: ProjectId, memberId: MemberId, role: ProjectRole },
  named('RoleInProject', 'The role of a person in a project, and their member id there, which keys have as owner.'),
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
  { subject: GivenSubject, name: GivenName, role: OrganizationRole, reason: Reason },
  named('AddPersonRequest', 'The person to add as a member.'),
);
export const ChangePersonRequest = Type.Object(
  { role: Type.Optional(OrganizationRole), name: Type.Optional(GivenName), reason: Reason },
  named('ChangePersonRequest', 'The changes. Omitted fields keep their values.'),
);
export const GiveRoleRequest = Type.Object(
  { role: ProjectRole, reason: Reason },
  named('GiveRoleRequest', 'A role in a project.'),
);
const SEEN_KEYS = ['end', 'keep'] as const;
/** The fate of keys of others whose secret a removed person saw. */
export type SeenKeysRule = (typeof SEEN_KEYS)[number];

export const RemovePersonRequest = Type.Object(
  {
    reason: Reason,
    seenKeys: Type.Optional(
      oneOf(
        'SeenKeysRule',
        SEEN_KEYS,
        'The person may know keys of others, because they issued or rotated them. `end`, the default, revokes these keys. `keep` only lists them: rotate them soon. People who remove themselves cannot keep them.',
      ),
    ),
  },
  named('RemovePersonRequest', 'The removal of a person.'),
);
const SeenKey = Type.Object(
  { projectId: ProjectId, keyId: KeyId, name: Name, memberId: { ...MemberId, description: 'The owner of the key.' } },
  named('SeenKey', 'A key of somebody else whose secret the removed person saw.'),
);
export const Removal = Type.Object(
  { memberId: MemberId, endedKeys: list(KeyId, KEYS_MAX), seenKeys: list(SeenKey, KEYS_MAX) },
  named(
    'Removal',
    'The removed member; all keys that were revoked with the removal; and the keys of others whose secret the member saw, which are among the revoked ones unless the request kept them.',
  ),
);
