import { randomUUID } from 'node:crypto';
import type { Execution, Quote } from '@farebox/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Key {
  readonly id: string;
  readonly lineage: string;
  readonly lastUsedAt: string | null;
  readonly monthlyCapMicros: number | null;
}
interface Keys {
  readonly keys: readonly Key[];
  readonly nextBefore: string | null;
}
interface Issued {
  readonly token: string;
  readonly key: Key;
}

/** Timeout for changes that take some seconds, long enough for a slow machine. */
const SEEN = { timeout: 60_000, interval: 200 };
let gateway: TestOperatorGateway;
let project: TestProject;
let admin: string;

beforeAll(async () => void (gateway = await startTestOperatorGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  admin = await gateway.memberSession(project.id, 'ADMIN');
});

const operate = <T>(request: string, body?: object) =>
  gateway.operate<T>(request.replace('/keys', `/projects/${project.id}/keys`), {
    session: admin,
    ...(body === undefined ? {} : { body }),
  });
const issue = async (options: object = {}) =>
  (await operate<Issued>('POST /keys', { name: 'ci', scopes: ['project:read'], ...options })).data;

test('keys are listed by pages, newest first', async () => {
  const made = [(await issue()).key.id, (await issue()).key.id, (await issue()).key.id];
  const first = (await operate<Keys>('GET /keys?limit=2')).data;
  expect(first.keys.map(({ id }) => id)).toEqual([made[2], made[1]]);
  const rest = (await operate<Keys>(`GET /keys?limit=2&before=${first.nextBefore}`)).data;
  expect([rest.keys.map(({ id }) => id), rest.nextBefore]).toEqual([[made[0]], null]);
  expect((await operate('GET /keys?before=key_1')).error.message).toBe('invalid_request');
});

test('a key shows when it was last used, and null if never', async () => {
  const [used, idle] = [await issue(), await issue()];
  expect(used.key.lastUsedAt).toBeNull();
  await gateway.call('GET /tools/project', { key: used.token });
  const seen = async () => new Map((await operate<Keys>('GET /keys')).data.keys.map((key) => [key.id, key.lastUsedAt]));
  await expect.poll(async () => (await seen()).get(used.key.id), SEEN).toMatch(/Z$/);
  expect((await seen()).get(idle.key.id)).toBeNull();
});

test('the cap of a key applies to its whole lineage', async () => {
  const { key } = await issue({ monthlyCapMicros: 5_000_000 });
  expect(key.monthlyCapMicros).toBe(5_000_000);
  const next = (await operate<Issued>(`POST /keys/${key.id}/rotate`, { overlapDays: 1 })).data.key;
  expect([next.lineage, next.monthlyCapMicros]).toEqual([key.id, 5_000_000]);
  await operate(`PUT /keys/${next.id}/cap`, { monthlyCapMicros: null });
  const { keys } = (await operate<Keys>('GET /keys')).data;
  expect(keys.map(({ monthlyCapMicros }) => monthlyCapMicros)).toEqual([null, null]);
  expect((await issue()).key.monthlyCapMicros).toBeNull();
  for (const monthlyCapMicros of [-1, 0.5, '5', 2 ** 53]) {
    const refused = await operate('POST /keys', { name: 'ci', scopes: ['project:read'], monthlyCapMicros });
    expect(refused.error.message, String(monthlyCapMicros)).toBe('invalid_request');
  }
});

test('the audit log contains the reason for revoking a key', async () => {
  const { key } = await issue({ reason: 'the build' });
  await operate(`POST /keys/${key.id}/revoke`, { reason: 'stood in a log' });
  const audit = await gateway.operate<{ entries: readonly { act: string; reason: string }[] }>(
    `GET /projects/${project.id}/audit`,
    { session: admin },
  );
  expect(audit.data.entries).toMatchObject([
    { act: 'key.revoke', reason: 'stood in a log' },
    { act: 'key.issue', reason: 'the build' },
  ]);
});

test('a key of an ADMIN cancels any execution of its project, a key of a MEMBER only its own', async () => {
  const input = { tool: 'rehearsal', arguments: {} };
  const { token: key } = await project.newKey();
  const { priceVersion, maximumChargeMicros } = (await gateway.call<Quote>('POST /tools/quote', { key, json: input }))
    .data;
  const execute = async () => {
    const json = { ...input, priceVersion, maximumChargeMicros };
    const headers = { 'Idempotency-Key': randomUUID() };
    return (await gateway.call<Execution>('POST /tools/rehearsal', { key, json, headers })).data.id;
  };
  const cancel = (by: string, id: string) => gateway.call(`POST /tools/executions/${id}/cancel`, { key: by, json: {} });
  const [member, ofAdmin] = [await project.newKey(), await project.newKey({ role: 'ADMIN' })];
  const [first, second] = [await execute(), await execute()];
  expect((await cancel(member.token, first)).error.message).toBe('execution_cancel_forbidden');
  expect((await cancel(ofAdmin.token, first)).status).toBe(200);
  expect((await cancel(key, second)).status).toBe(200);
  const foreign = await (await gateway.newProject()).newKey({ role: 'ADMIN' });
  expect((await cancel(foreign.token, first)).error.message).toBe('execution_not_found');
});
