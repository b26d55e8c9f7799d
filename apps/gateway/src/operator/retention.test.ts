/** Content retention of a project over HTTP: who sets it, how it is recorded, and what clients see after expiry. */
import type { Execution } from '@farebox/contract';
import { deleteDueContent } from '@farebox/retention';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Retention {
  readonly days: number | null;
  readonly since: string | null;
}

let gateway: TestOperatorGateway;
let project: TestProject;
let admin: string;

beforeAll(async () => void (gateway = await startTestOperatorGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  admin = await gateway.memberSession(project.id, 'ADMIN');
});

const set = (days: unknown, options: { session?: string; reason?: string; headers?: Record<string, string> } = {}) => {
  const { session = admin, reason, headers = {} } = options;
  const body = reason === undefined ? { days } : { days, reason };
  return gateway.operate<Retention>(`PUT /projects/${project.id}/retention`, { session, body, headers });
};
const show = (session = admin) => gateway.operate<Retention>(`GET /projects/${project.id}/retention`, { session });
const entries = async () =>
  (
    await gateway.operate<{ entries: readonly { readonly act: string }[] }>(`GET /projects/${project.id}/audit`, {
      session: admin,
    })
  ).data.entries.filter(({ act }) => act === 'retention.set');

test('content is not deleted by default; each change is recorded with the previous value and the reason', async () => {
  expect((await show()).data).toEqual({ days: null, since: null });
  const first = await set(90, { reason: 'as in our privacy notice' });
  expect(first.data).toEqual({ days: 90, since: expect.any(String) });
  expect((await show()).data).toEqual(first.data);
  expect((await set(90)).data).toEqual(first.data);
  await set(30);
  await set(null, { reason: 'a lawsuit' });
  expect((await show()).data).toMatchObject({ days: null, since: expect.any(String) });
  const target = project.id;
  expect(await entries()).toMatchObject([
    { target, before: { days: 30 }, after: { days: null }, reason: 'a lawsuit' },
    { target, before: { days: 90 }, after: { days: 30 }, reason: null },
    { target, before: { days: null }, after: { days: 90 }, reason: 'as in our privacy notice' },
  ]);
});

test('a repeated request takes effect once', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const first = await set(60, { headers });
  await set(90);
  expect((await set(60, { headers })).data).toEqual(first.data);
  expect((await show()).data.days).toBe(90);
});

test('only whole days between the retention of files and ten years are accepted', async () => {
  for (const days of [29, 3_651, 0, -1, 30.5, '30', undefined])
    expect((await set(days)).error.message, String(days)).toBe('invalid_request');
  expect(await entries()).toEqual([]);
  for (const days of [30, 3_650]) expect((await set(days)).data.days).toBe(days);
});

test('an ADMIN and an operator set the retention, a VIEWER reads it, and other projects get 404', async () => {
  const [member, viewer] = [
    await gateway.memberSession(project.id, 'MEMBER'),
    await gateway.memberSession(project.id, 'VIEWER'),
  ];
  for (const session of [member, viewer])
    expect((await set(30, { session })).error.message).toBe('project_permission_required');
  expect((await set(30, { session: await gateway.session({ isOperator: true }) })).data.days).toBe(30);
  expect((await show(viewer)).data.days).toBe(30);
  const elsewhere = await gateway.memberSession((await gateway.newProject()).id, 'ADMIN');
  expect([(await show(elsewhere)).status, (await set(90, { session: elsewhere })).status]).toEqual([404, 404]);
});

test('after expiry clients see that retention deleted the content, and a replay still returns the execution', async () => {
  const { token: key } = await project.newKey();
  const call = { tool: 'image-analyze', arguments: { source: { fileId: 'file_sample_photo' } } };
  const quote = (
    await gateway.call<{ priceVersion: string; maximumChargeMicros: number }>('POST /tools/quote', { key, json: call })
  ).data;
  const { priceVersion, maximumChargeMicros } = quote;
  const json = { ...call, priceVersion, maximumChargeMicros };
  const request = { key, json, headers: { 'Idempotency-Key': 'kept-for-a-month' } };
  const { id } = (await gateway.call<Execution>('POST /tools/image-analyze', request)).data;
  await gateway.call(`POST /tools/executions/${id}/cancel`, { key });
  await set(30);
  await runSql(
    gateway.databaseUrl,
    `CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE AS $$
       SELECT date_trunc('milliseconds', now() + interval '31 days') $$`,
  );
  const due = { projectId: project.id, transfers: 100 };
  expect(await deleteDueContent(gateway.database, due)).toMatchObject({ deleted: 1 });
  const gone = { id, status: 'cancelled', contentDeleted: { by: 'retention' } };
  expect((await gateway.call<Execution>(`GET /tools/executions/${id}`, { key })).data).toMatchObject(gone);
  expect(await gateway.call('POST /tools/image-analyze', request)).toMatchObject({ status: 200, data: gone });
  const statement = await gateway.operate(`GET /projects/${project.id}/statement`, {
    session: admin,
  });
  expect(statement.status).toBe(200);
  const shown = await gateway.operate(`GET /projects/${project.id}/executions/${id}`, { session: admin });
  expect(shown).toMatchObject({ status: 200, data: { execution: gone, contentDeletedActor: null } });
});
