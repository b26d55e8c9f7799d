/** Organizations, their projects, and what holds for the whole platform. */
import { Type } from 'typebox';
import {
  KeyId,
  Name,
  OrganizationId,
  ProjectId,
  Timestamp,
  closed,
  list,
  named,
  nullable,
} from '../../schemas/primitives.ts';
import { ProjectEnvironment } from '../../schemas/project.ts';
import { MemberId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { OrganizationRole, PersonName, ProjectRole, Subject } from './people.ts';
import { Reason } from './reason.ts';

/** Live ones of a project. */
const KEYS_MAX = 100;
const GivenName = Type.String({ minLength: 1, maxLength: 100 });
const ExecutionEnabled = Type.Boolean({
  description: 'False: nothing new is executed. Every gateway knows within a second.',
});

export const AdministeredOrganization = Type.Object(
  {
    id: OrganizationId,
    name: Name,
    createdAt: Timestamp,
    role: nullable(OrganizationRole),
  },
  named('AdministeredOrganization', 'An organization, with the role of the caller there; null: none.'),
);
export const OrganizationPage = Type.Object(
  { organizations: list(AdministeredOrganization, PAGE_MAX), nextBefore: nullable(OrganizationId) },
  named('OrganizationPage', 'Organizations, newest first.'),
);
export const OrganizationQuery = pageQuery(OrganizationId);
export const CreateOrganizationRequest = Type.Object(
  { name: GivenName, adminSubject: Subject, adminName: PersonName, reason: Reason },
  named('CreateOrganizationRequest', 'An organization to be made, and its first ADMIN.'),
);
export const ChangeOrganizationRequest = Type.Object(
  { name: GivenName, reason: Reason },
  named('ChangeOrganizationRequest', 'What it is called.'),
);

const Suspension = Type.Object(
  { at: Timestamp, reason: Type.String({ maxLength: 500 }) },
  named('Suspension', 'An operator keeps the project from executing, whatever its ADMINs say.'),
);
export const AdministeredProject = Type.Object(
  {
    id: ProjectId,
    organizationId: OrganizationId,
    name: Name,
    environment: ProjectEnvironment,
    executionEnabled: ExecutionEnabled,
    suspension: nullable(Suspension),
    archivedAt: nullable(Timestamp),
    createdAt: Timestamp,
    role: nullable(ProjectRole),
  },
  named('AdministeredProject', 'A project, with the role of the caller there; null: none.'),
);
export const ProjectPage = Type.Object(
  { projects: list(AdministeredProject, PAGE_MAX), nextBefore: nullable(ProjectId) },
  named('ProjectPage', 'Projects, newest first.'),
);
const page = pageQuery(ProjectId);
export const ProjectQuery = Type.Object({ ...page.properties, organizationId: Type.Optional(OrganizationId) }, closed);
export const CreateProjectRequest = Type.Object(
  {
    name: GivenName,
    environment: ProjectEnvironment,
    adminId: Type.Optional(MemberId),
    reason: Reason,
  },
  named(
    'CreateProjectRequest',
    'A project to be made. Its first ADMIN is a member of the organization; left out: who calls.',
  ),
);
export const ChangeProjectRequest = Type.Object(
  { name: Type.Optional(GivenName), executionEnabled: Type.Optional(ExecutionEnabled), reason: Reason },
  named('ChangeProjectRequest', 'What is left out stays as it is.'),
);

export const SuspendProjectRequest = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; members of the project read it.' }) },
  named('SuspendProjectRequest', 'Why a project is suspended.'),
);
export const ArchivedProject = Type.Object(
  { project: AdministeredProject, endedKeys: list(KeyId, KEYS_MAX) },
  named('ArchivedProject', 'The project, and which keys ended with it.'),
);

export const Platform = Type.Object({ executionEnabled: ExecutionEnabled }, named('Platform', 'What holds for all.'));
export const ChangePlatformRequest = Type.Object(
  { executionEnabled: ExecutionEnabled, reason: Reason },
  named('ChangePlatformRequest', 'What is to hold for all.'),
);
