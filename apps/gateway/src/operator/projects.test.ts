import { randomUUID } from 'node:crypto';
import type { Catalog } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  operateAt,
  startBeside,
  startTestOperatorGateway,
  type TestOperatorGateway,
} from '../testing/operator.fixture.ts';

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
}
interface Project extends Organization {
  readonly organizationId: string;
  readonly environment: string;
  readonly executionEnabled: boolean;
}
interface Listed {
  readonly projects: readonly Project[];
  readonly organizations: readonly Organization[];
  readonly nextBefore: string | null;
}
interface Entries {
  readonly entries: readonly { act: string; target: string; before: object; after: object; reason: string | null }[];
}

/** Timeout for changes that take up to a second, long enough for a slow machine. */
const SEEN = { timeout: 30_000, interval: 100 };
let gateway: TestOperatorGateway;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const operate = <T = unknown>(request: string, session: string, body?: object) =>
  gateway.operate<T>(request, { session, ...(body === undefined ? {} : { body }) });
const idsOf = (listed: readonly { readonly id: string }[]) => listed.map(({ id }) => id);

/** Creates an organization and a session of its first ADMIN. */
async function newOrganization() {
  const adminSubject = randomUUID();
  const body = { name: 'Lighthouse', adminSubject, adminName: 'Ann' };
  const { data } = await operate<Organization>('POST /organizations', operator, body);
  return { ...data, adminSubject, admin: await gateway.session({ subject: adminSubject }) };
}
const newProject = async ({ id, admin }: { id: string; admin: string }, environment = 'test') =>
  (await operate<Project>(`POST /organizations/${id}/projects`, admin, { name: 'Web shop', environment })).data;

test('an operator creates an organization, its ADMIN creates a project, and a key of the project works', async () => {
  const organization = await newOrganization();
  const project = await newProject(organization);
  expect(project).toMatchObject({
    organizationId: organization.id,
    environment: 'test',
    executionEnabled: true,
    role: 'ADMIN',
  });
  const body = { name: 'ci', scopes: ['project:read', 'usage:read'] };
  const key = await operate<{ token: string }>(`POST /projects/${project.id}/keys`, organization.admin, body);
  const named = await gateway.call('GET /tools/project', { key: key.data.token });
  expect(named.data).toMatchObject({
    organization: { id: organization.id, name: 'Lighthouse' },
    project: { id: project.id },
  });
  const usage = await gateway.call('GET /tools/usage', { key: key.data.token });
  expect(usage.data).toMatchObject({ availableMicros: 0 });
  const audit = (await operate<Entries>(`GET /organizations/${organization.id}/audit`, operator)).data.entries;
  expect(audit).toMatchObject([
    { act: 'key.issue' },
    { act: 'project.create', target: project.id, before: null, after: { admin: organization.adminSubject } },
  ]);
  const platform = (await operate<Entries>('GET /audit', operator)).data.entries;
  expect(platform).toContainEqual(expect.objectContaining({ act: 'organization.create', target: organization.id }));
});

test('callers see only their own projects, by pages; an operator sees all', async () => {
  const [mine, theirs] = [await newOrganization(), await newOrganization()];
  const made = [await newProject(mine), await newProject(mine), await newProject(mine)];
  const foreign = await newProject(theirs);
  const all = (await operate<Listed>('GET /projects', mine.admin)).data;
  expect(idsOf(all.projects)).toEqual(idsOf(made).toReversed());
  const first = (await operate<Listed>('GET /projects?limit=2', mine.admin)).data;
  const rest = (await operate<Listed>(`GET /projects?limit=2&before=${first.nextBefore}`, mine.admin)).data;
  expect([...first.projects, ...rest.projects]).toEqual(all.projects);
  expect(rest.nextBefore).toBeNull();
  expect(idsOf((await operate<Listed>('GET /organizations', mine.admin)).data.organizations)).toEqual([mine.id]);

  const member = await gateway.memberSession(made[0]?.id ?? '', 'VIEWER');
  expect((await operate<Listed>('GET /projects', member)).data.projects).toMatchObject([
    { id: made[0]?.id, role: 'VIEWER' },
  ]);
  const elsewhere = await operate<Listed>(`GET /projects?organizationId=${theirs.id}`, member);
  expect(elsewhere.data.projects).toEqual([]);
  const ofTheirs = await operate<Listed>(`GET /projects?organizationId=${theirs.id}`, operator);
  expect(ofTheirs.data.projects).toMatchObject([{ id: foreign.id, role: null }]);
  expect(idsOf((await operate<Listed>('GET /organizations?limit=2', operator)).data.organizations)).toEqual([
    theirs.id,
    mine.id,
  ]);
});

test('a project gets its first ADMIN from the organization; otherwise it is not created', async () => {
  const [organization, other] = [await newOrganization(), await newOrganization()];
  const members = await operate<{ members: { id: string }[] }>(`GET /organizations/${other.id}/members`, other.admin);
  const path = `POST /organizations/${organization.id}/projects`;
  const body = { name: 'Web shop', environment: 'live' };
  for (const given of [{}, { adminId: members.data.members[0]?.id }, { adminId: newId('member') }]) {
    const refused = await operate(path, operator, { ...body, ...given });
    expect([refused.error.message, Object.keys(refused.error.details?.['fields'] ?? {})]).toEqual([
      'invalid_request',
      ['/adminId'],
    ]);
  }
  const listed = await operate<Listed>(`GET /projects?organizationId=${organization.id}`, operator);
  expect(listed.data.projects).toEqual([]);
});

test('a switched-off project can be read but executes nothing until it is switched on', async () => {
  const organization = await newOrganization();
  const project = await newProject(organization);
  const change = (body: object, session = organization.admin) =>
    operate<Project>(`PUT /projects/${project.id}`, session, body);
  const issue = { name: 'ci', scopes: ['project:read', 'tools:execute'] };
  const key = (await operate<{ token: string }>(`POST /projects/${project.id}/keys`, organization.admin, issue)).data
    .token;
  const execution = async () => (await gateway.call('POST /tools/rehearsal', { key, json: {} })).error.message;
  expect(await execution()).not.toBe('project_permission_required');

  expect((await change({ executionEnabled: false, reason: 'a leaked key' })).data.executionEnabled).toBe(false);
  await expect.poll(execution, SEEN).toBe('project_permission_required');
  expect((await gateway.call('GET /tools/project', { key })).status).toBe(200);
  await change({ executionEnabled: false }); // changes nothing, so it is not recorded
  await change({ executionEnabled: true, name: 'Shop' });
  await expect.poll(execution, SEEN).not.toBe('project_permission_required');

  const { entries } = (await operate<Entries>(`GET /projects/${project.id}/audit`, organization.admin)).data;
  expect(entries.filter(({ act }) => act === 'project.change')).toMatchObject([
    { before: { executionEnabled: false, name: 'Web shop' }, after: { executionEnabled: true, name: 'Shop' } },
    { before: { executionEnabled: true }, after: { executionEnabled: false }, reason: 'a leaked key' },
  ]);
  const member = await gateway.memberSession(project.id, 'MEMBER');
  expect((await change({ executionEnabled: false }, member)).error.message).toBe('project_permission_required');
  expect((await operate<Project>(`GET /projects/${project.id}`, member)).data).toMatchObject({ name: 'Shop' });
});

test('an operator switches the platform off and on; to other callers the switch does not exist', async () => {
  const { token: key } = await (await gateway.newProject()).newKey();
  const isOn = async () => (await gateway.call<Catalog>('GET /tools', { key })).data.executionEnabled;
  const turn = (executionEnabled: boolean) =>
    operate('PUT /platform', operator, { executionEnabled, reason: 'maintenance' });
  expect(await isOn()).toBe(true);
  expect((await turn(false)).data).toEqual({ executionEnabled: false });
  await expect.poll(isOn, SEEN).toBe(false);
  expect((await operate('GET /platform', operator)).data).toEqual({ executionEnabled: false });
  await turn(true);
  await expect.poll(isOn, SEEN).toBe(true);
  const { entries } = (await operate<Entries>('GET /audit?limit=1', operator)).data;
  expect(entries).toMatchObject([
    { act: 'platform.change', before: { executionEnabled: false }, after: { executionEnabled: true } },
  ]);
  const { admin } = await newOrganization();
  const absent = (await operate('GET /elsewhere', admin)).text;
  expect((await operate('GET /platform', admin)).text).toBe(absent);
  expect((await operate('PUT /platform', admin, { executionEnabled: false })).text).toBe(absent);
});

test('an ADMIN can rename the organization', async () => {
  const organization = await newOrganization();
  const renamed = await operate<Organization>(`PUT /organizations/${organization.id}`, organization.admin, {
    name: 'Harbour',
  });
  expect(renamed.data).toMatchObject({ id: organization.id, name: 'Harbour', role: 'ADMIN' });
});

test('an organization has at most its number of projects, also if they are created at once through two gateways', async () => {
  const settings = { FAREBOX_PROJECTS_PER_ORGANIZATION_MAX: '3' };
  await using limited = await startTestOperatorGateway(settings);
  await using beside = await startBeside(limited, settings);
  const platform = await limited.session({ isOperator: true });
  const adminSubject = randomUUID();
  const admin = await limited.session({ subject: adminSubject });
  const made = await limited.operate<Organization & { id: string }>('POST /organizations', {
    session: platform,
    body: { name: 'Lighthouse', adminSubject, adminName: 'Ann' },
  });
  const create = (n: number, session = admin, body: object = {}) =>
    operateAt<Project>(
      n % 2 === 0 ? limited.operatorUrl : beside.operatorUrl,
      `POST /organizations/${made.data.id}/projects`,
      {
        session,
        body: { name: `Web shop ${n}`, environment: 'test', ...body },
      },
    );
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => create(n)));
  const created = replies.filter(({ status }) => status === 200);
  expect(created).toHaveLength(3);
  for (const refused of replies.filter(({ status }) => status !== 200))
    expect(refused.error).toMatchObject({ message: 'too_many_projects', details: { projectsMax: 3 } });
  const archive = { session: platform, body: { reason: 'not in use' } };
  await limited.operate(`POST /projects/${created[0]?.data.id}/archive`, archive);
  expect((await create(8)).status).toBe(200);
  expect((await create(9)).error.message).toBe('too_many_projects');
  const { data } = await limited.operate<{ members: readonly { id: string }[] }>(
    `GET /organizations/${made.data.id}/members`,
    { session: platform },
  );
  expect((await create(10, platform, { adminId: data.members[0]?.id })).status).toBe(200);
});
