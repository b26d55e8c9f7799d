import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@farebox/contract';
import { addMember, issueLocalSession } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';

const secret = 'a-session-secret-of-32-characters!';
let gateway: TestGateway;
let project: TestProject;
let url: string;
let admin: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  gateway = await startTestGateway({ FAREBOX_OPERATOR_PORT: String(port), FAREBOX_SESSION_SECRET: secret });
  project = await gateway.newProject();
  admin = await sessionOf('ADMIN');
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

/** The session of a new member of the project. */
async function sessionOf(role: 'ADMIN' | 'MEMBER' | 'VIEWER', of = project): Promise<string> {
  const subject = randomUUID();
  await addMember(gateway.database, { projectId: of.id, subject, name: role, role });
  return await issueLocalSession({ secret, audience: 'farebox' }, { subject, ttlSeconds: 60 });
}

interface Key {
  readonly id: string;
  readonly lineage: string;
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly publicId: string;
  readonly environment: string;
}
interface Responded {
  readonly status: number;
  readonly text: string;
  readonly data: { readonly token: string; readonly key: Key; readonly keys: Key[] };
  readonly error: ErrorBody['error'];
}

interface Caller {
  readonly session?: string | null;
  readonly of?: TestProject;
}

async function operate(
  request: string,
  body?: object,
  { session = admin, of = project }: Caller = {},
): Promise<Responded> {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`${url}/projects/${of.id}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(session === null ? {} : { Authorization: `Bearer ${session}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, ...(JSON.parse(text) as Pick<Responded, 'data' | 'error'>) };
}

const keyStatus = async (key: string): Promise<number> => (await gateway.call('GET /tools/project', { key })).status;
const scopes = ['project:read'];

describe('test money', () => {
  const topUp = (amountMicros: unknown, reference: string, caller?: Caller) =>
    operate('POST /top-ups', { amountMicros, reference }, caller);

  test('a test project is topped up freely by its ADMIN, once per reference', async () => {
    const test = await gateway.newProject({ environment: 'test', fundedMicros: 0 });
    const caller = { session: await sessionOf('ADMIN', test), of: test };
    expect((await topUp(5_000_000, 'a', caller)).data).toEqual({ booked: true, availableMicros: 5_000_000 });
    expect((await topUp(5_000_000, 'a', caller)).data).toEqual({ booked: false, availableMicros: 5_000_000 });
    expect((await topUp(1, 'a', caller)).error.message).toBe('idempotency_key_conflict');
    expect((await topUp(2, 'b', caller)).data).toEqual({ booked: true, availableMicros: 5_000_002 });
    const { token } = await test.newKey();
    const usage = await gateway.call<{ availableMicros: number }>('GET /tools/usage', { key: token });
    expect(usage.data).toMatchObject({ availableMicros: 5_000_002 });
  });

  test('a live project cannot be topped up freely, and only an ADMIN can top up', async () => {
    expect((await topUp(1, 'a')).error.message).toBe('project_permission_required');
    const test = await gateway.newProject({ environment: 'test', fundedMicros: 0 });
    const member = { session: await sessionOf('MEMBER', test), of: test };
    expect((await topUp(1, 'a', member)).error.message).toBe('project_permission_required');
    expect((await topUp(1, 'a', { of: test })).error.message).toBe('not_found');
    const usage = await gateway.call('GET /tools/usage', { key: (await test.newKey()).token });
    expect(usage.data).toMatchObject({ availableMicros: 0 });
  });

  test('an invalid amount is refused', async () => {
    const test = await gateway.newProject({ environment: 'test', fundedMicros: 0 });
    const caller = { session: await sessionOf('ADMIN', test), of: test };
    for (const amount of [0, -1, 0.5, 10_000_000_001, '5', null]) {
      expect((await topUp(amount, 'a', caller)).error.message, String(amount)).toBe('invalid_request');
    }
  });
});

describe('an ADMIN', () => {
  test('issues a key, which is shown once and works for the project', async () => {
    const { data } = await operate('POST /keys', { name: 'ci', scopes });
    expect(await keyStatus(data.token)).toBe(200);
    const list = await operate('GET /keys');
    expect(list.data.keys.map(({ id }) => id)).toContain(data.key.id);
    expect(list.text).not.toContain(data.token.split('_')[3]);
  });

  test('rotates a key: its successor keeps the lineage, and both work during the overlap', async () => {
    const { data: first } = await operate('POST /keys', { name: 'ci', scopes });
    const { data: next } = await operate(`POST /keys/${first.key.id}/rotate`, { overlapDays: 1 });
    expect(next.key.lineage).toBe(first.key.id);
    expect([await keyStatus(first.token), await keyStatus(next.token)]).toEqual([200, 200]);
  });

  test('rotates a key of a test project: its successor belongs to that project and has the same lifetime', async () => {
    const lifetimeOf = ({ createdAt, expiresAt }: Key) => Date.parse(expiresAt ?? '') - Date.parse(createdAt);
    const test = await gateway.newProject({ environment: 'test' });
    const session = await sessionOf('ADMIN', test);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const first = (await operate('POST /keys', { name: 'ci', scopes, expiresAt }, { session, of: test })).data;
    const next = (await operate(`POST /keys/${first.key.id}/rotate`, { overlapDays: 7 }, { session, of: test })).data;
    expect([first.token, next.token].map((token) => token.slice(0, 8))).toEqual(['fb_test_', 'fb_test_']);
    expect(lifetimeOf(next.key)).toBe(lifetimeOf(first.key));
    const never = (await operate('POST /keys', { name: 'ci', scopes, expiresAt: null }, { session, of: test })).data;
    expect(
      (await operate(`POST /keys/${never.key.id}/rotate`, { overlapDays: 0 }, { session, of: test })).data.key
        .expiresAt,
    ).toBeNull();
  });

  test('finds the row of a leaked key by the public id in its text', async () => {
    const { data } = await operate('POST /keys', { name: 'ci', scopes });
    const [, environment, publicId] = data.token.split('_');
    const { keys } = (await operate('GET /keys')).data;
    expect(keys.find(({ id }) => id === data.key.id)).toMatchObject({ environment, publicId });
  });

  test('gives a key a name of a hundred characters, however many bytes they take', async () => {
    expect((await operate('POST /keys', { name: '🔑'.repeat(100), scopes })).status).toBe(200);
    expect((await operate('POST /keys', { name: '🔑'.repeat(101), scopes })).error.message).toBe('invalid_request');
  });

  test('can use HEAD on the list', async () => {
    const reply = await fetch(`${url}/projects/${project.id}/keys`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${admin}` },
    });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
  });

  test('revokes a key, and the gateway refuses it', async () => {
    const { data } = await operate('POST /keys', { name: 'ci', scopes });
    expect(await keyStatus(data.token)).toBe(200);
    expect((await operate(`POST /keys/${data.key.id}/revoke`)).status).toBe(200);
    await expect.poll(() => keyStatus(data.token)).toBe(401); // within-a-second.test.ts measures how soon
  });

  test.each([
    [{ name: '', scopes }],
    [{ name: 'ci', scopes: [] }],
    [{ name: 'ci', scopes: ['everything'] }],
    [{ name: 'ci', scopes, expiresAt: '2026-02-30T00:00:00Z' }],
    [{ name: 'ci', scopes, expiresAt: '0000-01-01T00:00:00Z' }],
    [{ name: 'ci', scopes, expiresAt: '2020-01-01T00:00:00Z' }],
    [{ name: 'ci', scopes, expiresAt: '9999-99-99T00:00:00Z' }],
    [{ name: 'ci', scopes, environment: 'live' }],
    [{ name: 'ci', scopes, unknown: 1 }],
    [{ name: 'ci' }],
  ])('is refused with the problems of %j', async (body) => {
    const reply = await operate('POST /keys', body);
    expect([reply.status, reply.error.message]).toEqual([400, 'invalid_request']);
  });

  test('rotates with an overlap of at most seven days', async () => {
    const { data } = await operate('POST /keys', { name: 'ci', scopes });
    expect((await operate(`POST /keys/${data.key.id}/rotate`, { overlapDays: 8 })).status).toBe(400);
  });

  test.each(['/keys/%00/revoke', '/keys/key_1/revoke', '/elsewhere', '/keys/%/revoke'])(
    'gets 404 at %s',
    async (path) => {
      expect((await operate(`POST ${path}`, {})).error.message).toBe('not_found');
    },
  );
});

test('a missing key, a key of another project and a member of another project get the same response', async () => {
  const other = await gateway.newProject();
  const foreign = await other.newKey();
  const revoke = async (id: string) => ({ ...(await operate(`POST /keys/${id}/revoke`)).error, requestId: '' });
  expect(await revoke(foreign.keyId)).toEqual(await revoke(newId('key')));
  expect((await operate('GET /keys', undefined, { session: await sessionOf('ADMIN', other) })).error.message).toBe(
    'not_found',
  );
  expect(await keyStatus(foreign.token)).toBe(200);
});

test.each(['MEMBER', 'VIEWER'] as const)('a %s cannot issue keys', async (role) => {
  const reply = await operate('POST /keys', { name: 'ci', scopes }, { session: await sessionOf(role) });
  expect(reply).toMatchObject({ status: 403, error: { message: 'project_permission_required' } });
});

test('a request without a session and one with an API key get the same response', async () => {
  const { token } = await project.newKey({ role: 'ADMIN' });
  for (const session of [null, 'nonsense', token]) {
    const reply = await operate('GET /keys', undefined, { session });
    expect([reply.status, reply.error.message]).toEqual([401, 'invalid_session']);
  }
});

test('a body above 8 KiB is refused', async () => {
  const reply = await operate('POST /keys', { name: 'ci', scopes, memberId: 'm'.repeat(9_000) });
  expect([reply.status, reply.error.message]).toEqual([400, 'request_too_large']);
});

test('each person may send 120 requests a minute', async () => {
  const session = await sessionOf('ADMIN');
  // The id cannot exist, so that no slow database takes part. Requests can straddle a window's end; two windows allow 240.
  const caller = { session, of: { ...project, id: 'none' } };
  const replies = await Promise.all(Array.from({ length: 260 }, () => operate('GET /keys', undefined, caller)));
  const allowed = replies.filter(({ status }) => status === 404).length;
  expect(allowed).toBeGreaterThanOrEqual(120);
  expect(allowed).toBeLessThanOrEqual(240);
  expect(replies.find(({ status }) => status !== 404)?.error.message).toBe('rate_limit_exceeded');
  expect((await operate('GET /keys', undefined, { session: await sessionOf('ADMIN') })).status).toBe(200);
});

test('the operator API listens only on its configured address', async () => {
  const { port } = new URL(url);
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow('fetch failed');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

test('the operator API is not on the public port, and does not exist without an issuer', async () => {
  const headers = { Authorization: `Bearer ${admin}` };
  expect((await fetch(`${gateway.url}/projects/${project.id}/keys`, { headers })).status).toBe(404);
  const port = await freePort();
  await using plain = await startTestGateway({ FAREBOX_OPERATOR_PORT: String(port) });
  expect((await plain.call('GET /healthz')).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
