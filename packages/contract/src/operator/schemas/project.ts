/** Organizations, their projects, and settings of the whole platform. */
import { Type } from 'typebox';
import {
  GivenName,
  KeyId,
  Name,
  OrganizationId,
  ProjectId,
  Timestamp,
  closed,
  list,
  named,
  nullable,
  shownText,
} from '../../schemas/primitives.ts';
import { ProjectEnvironment } from '../../schemas/project.ts';
import { MemberId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { GivenSubject, OrganizationRole, ProjectRole } from './people.ts';
import { Reason } from './reason.ts';

/** The most active keys of a project. */
const KEYS_MAX = 100;
const ExecutionEnabled = Type.Boolean({
  description: 'False: new executions are refused. Every gateway follows within a second.',
});

export const AdministeredOrganization = Type.Object(
  {
    id: OrganizationId,
    name: Name,
    createdAt: Timestamp,
    role: nullable(OrganizationRole),
  },
  named('AdministeredOrganization', "An organization. `role` is the caller's role in it; null: none."),
);
export const OrganizationPage = Type.Object(
  { organizations: list(AdministeredOrganization, PAGE_MAX), nextBefore: nullable(OrganizationId) },
  named('OrganizationPage', 'Organizations, newest first.'),
);
export const OrganizationQuery = pageQuery(OrganizationId);
export const CreateOrganizationRequest = Type.Object(
  { name: GivenName, adminSubject: GivenSubject, adminName: GivenName, reason: Reason },
  named('CreateOrganizationRequest', 'The organization to create, and its first ADMIN.'),
);
export const ChangeOrganizationRequest = Type.Object(
  { name: GivenName, reason: Reason },
  named('ChangeOrganizationRequest', 'The new name.'),
);

const Suspension = Type.Object(
  { at: Timestamp, reason: Type.String({ maxLength: 500 }) },
  named('Suspension', 'A platform operator has stopped new executions; ADMINs of the project cannot override this.'),
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
  named('AdministeredProject', "A project. `role` is the caller's role in it; null: none."),
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
    'The project to create. `adminId` is a member of the organization who becomes its first ADMIN. Default: the caller.',
  ),
);
export const ChangeProjectRequest = Type.Object(
  { name: Type.Optional(GivenName), executionEnabled: Type.Optional(ExecutionEnabled), reason: Reason },
  named('ChangeProjectRequest', 'The changes. Omitted fields keep their values.'),
);

export const SuspendProjectRequest = Type.Object(
  {
    reason: shownText(500, 'The reason. Members of the project can read it.'),
  },
  named('SuspendProjectRequest', 'The reason of the suspension.'),
);
export const ArchivedProject = Type.Object(
  { project: AdministeredProject, endedKeys: list(KeyId, KEYS_MAX) },
  named('ArchivedProject', 'The project, and the keys that were revoked with it.'),
);

export const Platform = Type.Object(
  { executionEnabled: ExecutionEnabled },
  named('Platform', 'Settings that apply to all projects.'),
);
export const ChangePlatformRequest = Type.Object(
  { executionEnabled: ExecutionEnabled, reason: Reason },
  named('ChangePlatformRequest', 'The new settings for all projects.'),
);
