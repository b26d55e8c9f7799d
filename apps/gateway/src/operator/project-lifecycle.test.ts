import { lockChain } from '@farebox/audit-log';
import { Prisma } from '@farebox/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { archiveProject, issueKey } from '@farebox/identity';
import { openTestDatabase } from '@farebox/testing';
import { PEPPER, type TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { underReview } from '../testing/review.fixture.ts';

interface Project {
  readonly executionEnabled: boolean;
  readonly suspension: { readonly at: string; readonly reason: string } | null;
  readonly archivedAt: string | null;
}

/** Timeout for changes that take up to a second, long enough for a slow machine. */
const SEEN = { timeout: 30_000, interval: 100 };
let gateway: TestOperatorGateway;
let operator: string;
let project: TestProject;
let admin: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  admin = await gateway.memberSession(project.id, 'ADMIN');
});

const act = <T = Project>(verb: string, { body = {}, session = operator }: { body?: object; session?: string } = {}) =>
  gateway.operate<T>(`POST /projects/${project.id}/${verb}`, { session, body });
const shown = async () => (await gateway.operate<Project>(`GET /projects/${project.id}`, { session: admin })).data;
const change = (body: object) => gateway.operate<Project>(`PUT /projects/${project.id}`, { session: admin, body });
const acts = async () =>
  (
    await gateway.operate<{ entries: { act: string; before: object; after: object; reason: string | null }[] }>(
      `GET /projects/${project.id}/audit`,
      { session: admin },
    )
  ).data.entries.filter((entry) => entry.act.startsWith('project.'));
const execution = async (key: string) => (await gateway.call('POST /tools/rehearsal', { key, json: {} })).error.message;

test('a suspended project executes nothing, whatever its ADMIN does, until an operator resumes it', async () => {
  const { token: key } = await project.newKey({ role: 'ADMIN' });
  expect(await execution(key)).not.toBe('project_permission_required');
  const suspended = await act('suspend', { body: { reason: 'stolen cards' } });
  expect(suspended.data).toMatchObject({ executionEnabled: true, suspension: { reason: 'stolen cards' } });
  await expect.poll(() => execution(key), SEEN).toBe('project_permission_required');
  expect((await gateway.call('GET /tools/project', { key })).status).toBe(200);

  // Its ADMIN can read the reason but cannot lift the suspension.
  await change({ executionEnabled: false });
  expect((await change({ executionEnabled: true })).data).toMatchObject({ executionEnabled: true });
  expect((await shown()).suspension).toEqual(suspended.data.suspension);
  const absent = (await gateway.operate('GET /elsewhere', { session: admin })).text;
  expect((await act('resume', { session: admin })).text).toBe(absent);
  expect((await act('suspend', { session: admin, body: { reason: 'x' } })).text).toBe(absent);
  const { token: later } = await project.newKey({ role: 'ADMIN' });
  expect(await execution(later)).toBe('project_permission_required');

  // Suspension does not change the ADMIN's switch.
  await change({ executionEnabled: false });
  expect((await act('resume')).data).toMatchObject({ executionEnabled: false, suspension: null });
  const { token: third } = await project.newKey({ role: 'ADMIN' });
  expect(await execution(third)).toBe('project_permission_required');
  await change({ executionEnabled: true });
  await expect.poll(() => execution(key), SEEN).not.toBe('project_permission_required');
  expect(await acts()).toMatchObject([
    { act: 'project.change' },
    { act: 'project.resume', before: { suspension: { reason: 'stolen cards' } }, after: { suspension: null } },
    { act: 'project.change' },
    { act: 'project.change' },
    { act: 'project.change' },
    { act: 'project.suspend', before: { suspension: null }, reason: 'stolen cards' },
  ]);
});

test('suspending a suspended project is not recorded again and keeps the reason', async () => {
  const first = await act('suspend', { body: { reason: 'one' } });
  expect((await act('suspend', { body: { reason: 'two' } })).data).toEqual(first.data);
  expect((await act('suspend')).error.message).toBe('invalid_request');
  await act('resume');
  await act('resume');
  await act('unarchive');
  expect((await acts()).map((entry) => entry.act)).toEqual(['project.resume', 'project.suspend']);
});

test('an archived project has no keys and executes nothing; its members can read it, and an operator can restore it', async () => {
  const { token: key, keyId } = await project.newKey({ role: 'ADMIN' });
  const archived = await act<{ project: Project; endedKeys: string[] }>('archive', {
    session: admin,
    body: { reason: 'is over' },
  });
  expect(archived.data).toMatchObject({
    endedKeys: [keyId],
    project: { executionEnabled: false, archivedAt: expect.any(String) },
  });
  await expect.poll(async () => (await gateway.call('GET /tools/project', { key })).status, SEEN).toBe(401);
  expect((await act<{ endedKeys: string[] }>('archive', { session: admin })).data.endedKeys).toEqual([]);

  const issue = { session: admin, body: { name: 'ci', scopes: ['project:read'] } };
  const keys = `POST /projects/${project.id}/keys`;
  expect((await gateway.operate(keys, issue)).error.message).toBe('project_archived');
  expect((await change({ executionEnabled: true })).error.message).toBe('project_archived');
  expect((await change({ name: 'Attic' })).status).toBe(200);
  for (const path of ['', '/keys', '/balance', '/members', '/audit'])
    expect((await gateway.operate(`GET /projects/${project.id}${path}`, { session: admin })).status, path).toBe(200);
  expect((await act('unarchive', { session: admin })).status).toBe(404);

  expect((await act('unarchive')).data).toMatchObject({ archivedAt: null, executionEnabled: false });
  expect((await gateway.operate(keys, issue)).status).toBe(200);
  expect((await change({ executionEnabled: true })).data).toMatchObject({ executionEnabled: true });
  expect((await gateway.call('GET /tools/project', { key })).status).toBe(401);
  expect((await acts()).map((entry) => entry.act)).toEqual([
    'project.change',
    'project.unarchive',
    'project.change',
    'project.archive',
  ]);
});

test('a project with an open execution cannot be archived and keeps its keys', async () => {
  const { token: key } = await project.newKey({ role: 'ADMIN' });
  await underReview(gateway.database, project.id);
  const refused = await act('archive', { session: admin });
  expect(refused.error).toMatchObject({ message: 'project_not_idle', details: { openExecutions: 1 } });
  expect(await shown()).toMatchObject({ executionEnabled: true, archivedAt: null });
  expect((await gateway.call('GET /tools/project', { key })).status).toBe(200);
});

test('a key cannot be issued while its project is being archived', async () => {
  const member = await gateway.database.prisma.member.findFirstOrThrow({ where: { projectId: project.id } });
  const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
  let late: Promise<unknown> = Promise.resolve();
  // Statements may wait for locks as long as a slow machine needs.
  const options = { poolMax: 3, applicationName: 'patient', statementTimeoutMs: 120_000 };
  const database = openTestDatabase({ url: gateway.databaseUrl, ...options });
  await database.transaction(async (transaction) => {
    await lockChain(transaction, organizationId);
    await archiveProject(transaction, { projectId: project.id, actorSubject: 'ann' });
    const key = { projectId: project.id, memberId: member.id, name: 'late', scopes: [] };
    late = issueKey({ database, pepper: PEPPER }, key).then(
      () => 'made',
      (error: unknown) => (error as Error).message,
    );
    const waiting = Prisma.sql`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await gateway.database.rows(waiting)).length, SEEN).toBeGreaterThan(0);
  });
  expect(await late).toBe('project_archived');
  await database.close();
  const row = { id: 'key_by_hand', lineageId: 'key_by_hand', publicId: 'by hand', secretHmac: Buffer.alloc(32) };
  const byHand = gateway.database.prisma.apiKey.create({
    data: { ...row, projectId: project.id, memberId: member.id, name: 'x', scopes: [] },
  });
  await expect(byHand).rejects.toThrow(/archived/);
  await expect(
    gateway.database.prisma.project.update({ where: { id: project.id }, data: { executionEnabled: true } }),
  ).rejects.toThrow(/project_archived_is_off/);
  expect(await gateway.database.prisma.apiKey.count({ where: { projectId: project.id } })).toBe(0);
});
