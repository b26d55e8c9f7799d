/** Organizations, their projects, and the execution switch of the whole platform. */
import { OrganizationId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  AdministeredOrganization,
  AdministeredProject,
  ArchivedProject,
  ChangeOrganizationRequest,
  ChangePlatformRequest,
  ChangeProjectRequest,
  CreateOrganizationRequest,
  CreateProjectRequest,
  OrganizationPage,
  OrganizationQuery,
  Platform,
  ProjectPage,
  ProjectQuery,
  SuspendProjectRequest,
} from '../schemas/project.ts';
import { ReasonBody } from '../schemas/reason.ts';

const organization = { 200: { description: 'The organization.', schema: AdministeredOrganization } } as const;
const project = { 200: { description: 'The project.', schema: AdministeredProject } } as const;
const platform = { 200: { description: 'The platform.', schema: Platform } } as const;
const ofOrganization = {
  tag: 'Organizations',
  params: { organizationId: OrganizationId },
  access: { organization: 'ADMIN' },
} as const;

const byOperators = {
  method: 'POST',
  tag: 'Projects',
  access: 'platform',
  params: { projectId: ProjectId },
} as const;
const why = { kind: 'json', optional: true, schema: ReasonBody, example: { reason: 'has been settled' } } as const;

export const projectRoutes = {
  listOrganizations: {
    method: 'GET',
    path: '/organizations',
    tag: 'Organizations',
    access: 'session',
    query: OrganizationQuery,
    summary: 'List organizations of the caller',
    description: 'Newest first. A platform operator sees all organizations.',
    successes: { 200: { description: 'A page of organizations.', schema: OrganizationPage } },
    errors: [],
  },
  createOrganization: {
    method: 'POST',
    path: '/organizations',
    tag: 'Organizations',
    access: 'platform',
    act: 'organization.create',
    summary: 'Create an organization',
    description: 'Creates it with its first ADMIN, who can create projects and add members.',
    body: {
      kind: 'json',
      schema: CreateOrganizationRequest,
      example: { name: 'Lighthouse', adminSubject: 'auth0|5f7c8ec7c33c6c004bbafe82', adminName: 'Ann' },
    },
    successes: organization,
    errors: [],
  },
  changeOrganization: {
    ...ofOrganization,
    method: 'PUT',
    path: '/organizations/{organizationId}',
    act: 'organization.change',
    summary: 'Rename an organization',
    description: 'Responses show the new name within a second.',
    body: { kind: 'json', schema: ChangeOrganizationRequest, example: { name: 'Lighthouse' } },
    successes: organization,
    errors: [],
  },
  listProjects: {
    method: 'GET',
    path: '/projects',
    tag: 'Projects',
    access: 'session',
    query: ProjectQuery,
    summary: 'List projects of the caller',
    description:
      'Newest first: projects in which the caller has a role, and all projects of organizations whose ADMIN they are. A platform operator sees all projects.',
    successes: { 200: { description: 'A page of projects.', schema: ProjectPage } },
    errors: [],
  },
  createProject: {
    ...ofOrganization,
    tag: 'Projects',
    method: 'POST',
    path: '/organizations/{organizationId}/projects',
    act: 'project.create',
    summary: 'Create a project',
    description:
      'Creates it with a balance of 0 and a first ADMIN. The environment, live or test, cannot be changed later. The deployment limits the projects of an organization that are not archived; a platform operator may create more.',
    body: { kind: 'json', schema: CreateProjectRequest, example: { name: 'Web shop', environment: 'test' } },
    successes: project,
    errors: ['too_many_projects'],
  },
  readProject: {
    method: 'GET',
    path: '/projects/{projectId}',
    tag: 'Projects',
    access: { project: 'VIEWER' },
    params: { projectId: ProjectId },
    summary: 'Read a project',
    description: "Returns the project, and the caller's role in it.",
    successes: project,
    errors: [],
  },
  changeProject: {
    method: 'PUT',
    path: '/projects/{projectId}',
    tag: 'Projects',
    access: { project: 'ADMIN' },
    params: { projectId: ProjectId },
    act: 'project.change',
    summary: 'Rename a project, or switch its execution on or off',
    description:
      'While execution is off, the keys of the project may only read: other requests get 403 `project_permission_required`. Accepted executions continue. Every gateway follows within a second.',
    body: { kind: 'json', schema: ChangeProjectRequest, example: { executionEnabled: false, reason: 'a leaked key' } },
    successes: project,
    errors: ['project_archived'],
  },
  suspendProject: {
    ...byOperators,
    path: '/projects/{projectId}/suspend',
    act: 'project.suspend',
    summary: 'Suspend a project',
    description:
      'The project accepts no new executions until an operator resumes it; its ADMINs cannot override this. Members can read the reason. Keys may still read, and accepted executions continue. Every gateway follows within a second.',
    body: { kind: 'json', schema: SuspendProjectRequest, example: { reason: 'stolen cards' } },
    successes: project,
    errors: [],
  },
  resumeProject: {
    ...byOperators,
    path: '/projects/{projectId}/resume',
    act: 'project.resume',
    summary: 'Resume a suspended project',
    description: 'From then on only the switch of its ADMINs decides whether it executes.',
    body: why,
    successes: project,
    errors: [],
  },
  archiveProject: {
    ...byOperators,
    access: { project: 'ADMIN' },
    path: '/projects/{projectId}/archive',
    act: 'project.archive',
    summary: 'Archive a project',
    description:
      'Revokes its keys, switches its execution off, and refuses new keys. Members can still read everything, and the balance remains. Only possible while no execution is open; an execution that a gateway accepts within that second still runs to its end. An operator can unarchive the project, but its keys stay revoked.',
    body: why,
    successes: { 200: { description: 'The project and its keys.', schema: ArchivedProject } },
    errors: ['project_not_idle'],
  },
  unarchiveProject: {
    ...byOperators,
    path: '/projects/{projectId}/unarchive',
    act: 'project.unarchive',
    summary: 'Unarchive a project',
    description: 'Its execution stays off until an ADMIN switches it on. Its keys stay revoked.',
    body: why,
    successes: project,
    errors: [],
  },
  getPlatform: {
    method: 'GET',
    path: '/platform',
    tag: 'Platform',
    access: 'platform',
    summary: 'Read the platform settings',
    description: 'Settings that apply to all projects.',
    successes: platform,
    errors: [],
  },
  changePlatform: {
    method: 'PUT',
    path: '/platform',
    tag: 'Platform',
    access: 'platform',
    act: 'platform.change',
    summary: 'Switch execution on or off for the whole platform',
    description:
      'While execution is off, new executions get 503 `execution_disabled`, and the catalog says `executionEnabled: false`. Accepted executions continue, and replays still return them. Every gateway follows within a second. A gateway with the setting FAREBOX_EXECUTION_ENABLED=false stays off regardless.',
    body: { kind: 'json', schema: ChangePlatformRequest, example: { executionEnabled: false, reason: 'maintenance' } },
    successes: platform,
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
