/** Organizations, their projects, and the switch of the whole platform. */
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
    summary: 'Organizations of the caller',
    description: 'Newest first. A platform operator sees all of them.',
    successes: { 200: { description: 'A page of organizations.', schema: OrganizationPage } },
    errors: [],
  },
  createOrganization: {
    method: 'POST',
    path: '/organizations',
    tag: 'Organizations',
    access: 'platform',
    act: 'organization.create',
    summary: 'Make an organization',
    description: 'With its first ADMIN, who makes its projects and adds its people.',
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
    description: 'Every response that names it has the new name within a second.',
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
    summary: 'Projects of the caller',
    description:
      'Newest first: those in which they have a role, and all of an organization whose ADMIN they are. A platform operator sees all.',
    successes: { 200: { description: 'A page of projects.', schema: ProjectPage } },
    errors: [],
  },
  createProject: {
    ...ofOrganization,
    tag: 'Projects',
    method: 'POST',
    path: '/organizations/{organizationId}/projects',
    act: 'project.create',
    summary: 'Make a project',
    description: 'With an account whose balance is 0, and a first ADMIN. Whether it is live or a test is for ever.',
    body: { kind: 'json', schema: CreateProjectRequest, example: { name: 'Web shop', environment: 'test' } },
    successes: project,
    errors: [],
  },
  readProject: {
    method: 'GET',
    path: '/projects/{projectId}',
    tag: 'Projects',
    access: { project: 'VIEWER' },
    params: { projectId: ProjectId },
    summary: 'A project',
    description: 'As its members see it.',
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
    summary: 'Rename a project, or switch its execution',
    description:
      'While execution is off its keys may read only: they are answered 403 `project_permission_required`. What was accepted goes on. Every gateway knows within a second.',
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
      'Nothing new is executed until an operator resumes it, whatever its ADMINs say; they read why. Its keys may read, and what was accepted goes on. Every gateway knows within a second.',
    body: { kind: 'json', schema: SuspendProjectRequest, example: { reason: 'stolen cards' } },
    successes: project,
    errors: [],
  },
  resumeProject: {
    ...byOperators,
    path: '/projects/{projectId}/resume',
    act: 'project.resume',
    summary: 'Resume a suspended project',
    description: 'From then on its ADMINs alone decide whether it executes.',
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
      'Its keys end, its execution is off, and no key is made. Its members read all of it as before, and its balance stays. Only while none of its executions is open; what a gateway accepts within that second goes on to its end. An operator can take it back, without its keys.',
    body: why,
    successes: { 200: { description: 'The project and its keys.', schema: ArchivedProject } },
    errors: ['project_not_idle'],
  },
  unarchiveProject: {
    ...byOperators,
    path: '/projects/{projectId}/unarchive',
    act: 'project.unarchive',
    summary: 'Take a project from the archive',
    description: 'Its execution stays off until an ADMIN switches it on, and its keys stay ended.',
    body: why,
    successes: project,
    errors: [],
  },
  getPlatform: {
    method: 'GET',
    path: '/platform',
    tag: 'Platform',
    access: 'platform',
    summary: 'The platform',
    description: 'What holds for all projects.',
    successes: platform,
    errors: [],
  },
  changePlatform: {
    method: 'PUT',
    path: '/platform',
    tag: 'Platform',
    access: 'platform',
    act: 'platform.change',
    summary: 'Switch execution for the whole platform',
    description:
      'While it is off executions are answered 503 `execution_disabled` and the catalog says `executionEnabled: false`. What was accepted goes on, and is answered again. Every gateway knows within a second; the setting FAREBOX_EXECUTION_ENABLED=false of a gateway stands above it.',
    body: { kind: 'json', schema: ChangePlatformRequest, example: { executionEnabled: false, reason: 'maintenance' } },
    successes: platform,
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
