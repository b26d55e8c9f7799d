/** Deletion of an execution's content over HTTP, as its clients, its administrators and the audit log see it. */
import type { Execution } from '@farebox/contract';
import { createWorkerStore, leaseOf } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let gateway: TestOperatorGateway;
let project: TestProject;
let key: string;
let admin: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  project = await gateway.newProject();
  ({ token: key } = await project.newKey());
  admin = await gateway.memberSession(project.id, 'ADMIN');
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const WORDS = 'a secret result';
let sent = 0;

async function accepted() {
  const call = { tool: 'image-analyze', arguments: { source: { fileId: 'file_sample_photo' } } };
  const { data: quote } = await gateway.call<{ priceVersion: string; maximumChargeMicros: number }>(
    'POST /tools/quote',
    { key, json: call },
  );
  const { priceVersion, maximumChargeMicros } = quote;
  const request = {
    key,
    json: { ...call, priceVersion, maximumChargeMicros },
    headers: { 'Idempotency-Key': `content-${sent++}` },
  };
  const { data } = await gateway.call<Execution>('POST /tools/image-analyze', request);
  return { id: data.id, request };
}

async function ended() {
  const { id, request } = await accepted();
  const store = createWorkerStore(gateway.database, { engine: 'image', leaseSeconds: 600 });
  const lease = leaseOf((await store.claim({ projectId: project.id, id }))!);
  const { data } = await read(id);
  const chargedMicros = micros(BigInt(data.minimumChargeMicros));
  const billing = [{ step: 0, description: 'Analysis', unit: 'megapixel', quantity: 1n, amountMicros: chargedMicros }];
  const times = { startedAt: new Date(), finishedAt: new Date() };
  const step = {
    index: 0,
    status: 'succeeded',
    attempt: 1,
    units: 1n,
    result: { said: WORDS },
    costMicros: null,
  } as const;
  const ending = { status: 'succeeded', statusReason: null, error: null, charge: { chargedMicros, billing } } as const;
  const steps = [{ ...step, ...times, artifacts: [] }];
  expect(await store.finish({ ...lease, ...ending, steps, result: { said: WORDS } })).toBe(true);
  return { id, request };
}

const read = (id: string) => gateway.call<Execution>(`GET /tools/executions/${id}`, { key });
const remove = (id: string, session = admin) =>
  gateway.operate<{ at: string; by: string }>(`POST /projects/${project.id}/executions/${id}/delete-content`, {
    session,
    body: { reason: 'the customer asked for it' },
  });

test('clients see when the content was deleted and by which kind of actor; the charge and the replay stay', async () => {
  const { id, request } = await ended();
  const before = (await read(id)).data;
  expect(before.output.result).toEqual({ said: WORDS });
  const { status, data } = await remove(id);
  expect(status).toBe(200);
  const { output: _, ...charged } = before;
  const tombstone = { at: data.at, by: 'member' };
  expect((await read(id)).data).toEqual({ ...charged, output: { artifacts: [] }, contentDeleted: tombstone });
  const list = await gateway.call<{ executions: readonly Execution[] }>('GET /tools/executions?limit=100', { key });
  expect(list.data.executions.find((each) => each.id === id)?.contentDeleted).toEqual(tombstone);
  const replay = await gateway.call<Execution>('POST /tools/image-analyze', request);
  expect(replay).toMatchObject({ status: 200, data: { id, contentDeleted: tombstone } });
});

test('the audit log records the deletion once, without the content; a repeated request gets the same response', async () => {
  const { id } = await ended();
  const first = await remove(id);
  expect((await remove(id)).data).toEqual(first.data);
  const log = await gateway.operate<{ entries: readonly { target: string }[] }>(
    `GET /projects/${project.id}/audit?limit=100`,
    { session: admin },
  );
  const entries = log.data.entries.filter(({ target }) => target === id);
  expect(entries).toMatchObject([
    {
      act: 'execution.delete_content',
      reason: 'the customer asked for it',
      after: { contentDeleted: { by: 'member' } },
    },
  ]);
  expect(log.text).not.toContain(WORDS);
});

test('an operator is recorded as operator; an open or missing execution and a MEMBER are refused', async () => {
  const { id } = await ended();
  const { id: open } = await accepted();
  expect((await remove(open)).error.message).toBe('execution_not_finished');
  expect((await remove(`exe_${'0'.repeat(26)}`)).error.message).toBe('not_found');
  const member = await gateway.memberSession(project.id, 'MEMBER');
  expect((await remove(id, member)).error.message).toBe('project_permission_required');
  expect((await read(id)).data).not.toHaveProperty('contentDeleted');
  expect((await remove(id, await gateway.session({ isOperator: true }))).data.by).toBe('operator');
});
