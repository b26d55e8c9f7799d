import { lockChain } from '@farebox/audit-log';
import { newId } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Entry {
  readonly number: number;
  readonly actor: { readonly kind: string; readonly subject: string };
  readonly act: string;
  readonly target: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly requestId: string;
}
interface Page {
  readonly entries: readonly Entry[];
  readonly nextBefore: number | null;
}
interface Issued {
  readonly token: string | null;
  readonly key: { readonly id: string; readonly revokedAt: string | null };
}

let gateway: TestOperatorGateway;
let project: TestProject;
let admin: string;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  project = await gateway.newProject();
  admin = await gateway.memberSession(project.id, 'ADMIN');
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const body = { name: 'ci', scopes: ['project:read'] };
const issue = (options: { session?: string; headers?: Record<string, string>; body?: object } = {}) =>
  gateway.operate<Issued>(`POST /projects/${project.id}/keys`, { session: admin, body, ...options });
const audit = async (query = '', session = admin) =>
  (await gateway.operate<Page>(`GET /projects/${project.id}/audit${query}`, { session })).data;
const once = (key: string) => ({ 'Idempotency-Key': key });

/** Counts the gateway's transactions that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await runSql<{ waiting: number }>(
    gateway.databaseUrl,
    "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return row?.waiting ?? 0;
}

describe('an administrative request', () => {
  test('is recorded in the audit log: actor, target, before, after and request id, without secrets', async () => {
    const { data, headers } = await issue();
    const revoked = await gateway.operate<Issued['key']>(`POST /projects/${project.id}/keys/${data.key.id}/revoke`, {
      session: admin,
    });
    const { entries } = await audit('?limit=2');
    expect(entries).toMatchObject([
      { act: 'key.revoke', target: data.key.id, before: { revokedAt: null }, after: revoked.data },
      { act: 'key.issue', target: data.key.id, before: null, after: data.key, requestId: headers.get('X-Request-Id') },
    ]);
    expect(entries[0]?.actor.kind).toBe('member');
    expect(JSON.stringify(entries)).not.toContain(data.token?.split('_')[3]);
  });

  test('that changes nothing is not recorded', async () => {
    const { data } = await issue();
    const revoke = () => gateway.operate(`POST /projects/${project.id}/keys/${data.key.id}/revoke`, { session: admin });
    expect((await revoke()).status).toBe(200);
    const [before] = (await audit()).entries;
    expect((await revoke()).status).toBe(200);
    expect((await audit()).entries[0]).toEqual(before);
  });

  test('that is refused is not recorded', async () => {
    const [before] = (await audit()).entries;
    const absent = `POST /projects/${project.id}/keys/${newId('key')}/revoke`;
    expect((await gateway.operate(absent, { session: admin })).error.message).toBe('not_found');
    expect((await audit()).entries[0]).toEqual(before);
  });

  test('repeated with its Idempotency-Key takes effect once, also concurrently, and shows its secret once', async () => {
    const headers = once('the-same-request');
    const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
    const sent = await gateway.database.transaction(async (transaction) => {
      await lockChain(transaction, organizationId);
      const requests = Array.from({ length: 8 }, () => issue({ headers }));
      await expect.poll(waiting, { timeout: 30_000 }).toBe(8);
      return { requests };
    });
    const replies = await Promise.all(sent.requests);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ data }) => data.key.id)).size).toBe(1);
    expect(replies.filter(({ data }) => data.token !== null)).toHaveLength(1);
    const replayed = replies.filter((reply) => reply.headers.get('Idempotent-Replayed') === 'true');
    expect(replayed).toHaveLength(7);
    expect(new Set(replayed.map(({ text }) => text)).size).toBe(1);
  });

  test('with a used Idempotency-Key and another body, path or operation is refused; keys are separate per caller', async () => {
    const headers = once('a-key-of-its-own');
    const { data } = await issue({ headers });
    expect((await issue({ headers, body: { ...body, name: 'else' } })).error.message).toBe('idempotency_key_conflict');
    const elsewhere = await gateway.operate(`POST /projects/${project.id}/keys/${data.key.id}/revoke`, {
      session: admin,
      headers,
    });
    expect(elsewhere.error.message).toBe('idempotency_key_conflict');
    const keys = [(await issue()).data.key.id, (await issue()).data.key.id];
    const revoked = keys.map((id) => `POST /projects/${project.id}/keys/${id}/revoke`);
    const [first, second] = [revoked[0] ?? '', revoked[1] ?? ''];
    const revoke = (request: string) => gateway.operate(request, { session: admin, headers: once('to-revoke-with') });
    expect([(await revoke(first)).status, (await revoke(second)).error.message]).toEqual([
      200,
      'idempotency_key_conflict',
    ]);
    const session = await gateway.memberSession(project.id, 'ADMIN');
    expect((await issue({ headers, session })).data.key.id).not.toBe(data.key.id);
  });

  test('with a malformed Idempotency-Key is refused', async () => {
    expect((await issue({ headers: once('short') })).error.message).toBe('idempotency_key_invalid');
  });
});

describe('a platform operator', () => {
  test('acts in every project, as an operator and for a member', async () => {
    const memberId = (await gateway.database.prisma.member.findFirst({ where: { projectId: project.id } }))?.id;
    const { data } = await issue({ session: operator, body: { ...body, memberId } });
    expect((await audit('', operator)).entries[0]).toMatchObject({
      actor: { kind: 'operator', subject: 'olga' },
      target: data.key.id,
    });
    expect((await issue({ session: operator })).error.details).toMatchObject({ fields: { '/memberId': /required/ } });
  });

  test('gets 404 for a project that does not exist', async () => {
    const absent = await gateway.operate(`GET /projects/${newId('project')}/keys`, { session: operator });
    expect([absent.status, absent.error.message]).toEqual([404, 'not_found']);
  });

  test('reads and verifies audit chains; to other callers they do not exist', async () => {
    const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
    const ofOrganization = `/organizations/${organizationId}/audit`;
    await issue();
    const { entries } = (await gateway.operate<Page>(`GET ${ofOrganization}`, { session: operator })).data;
    expect(entries).toEqual((await audit()).entries.slice(0, entries.length));
    const verified = await gateway.operate(`GET ${ofOrganization}/verification`, { session: operator });
    expect(verified.data).toMatchObject({ chain: organizationId, sound: entries[0]?.number, problem: null });
    // The chain of the platform has one entry: the first prices of the database.
    expect((await gateway.operate('GET /audit/verification', { session: operator })).data).toMatchObject({ sound: 1 });
    const absent = (await gateway.operate('GET /elsewhere', { session: admin })).text;
    for (const path of [ofOrganization, `${ofOrganization}/verification`, '/audit', '/audit/verification'])
      expect((await gateway.operate(`GET ${path}`, { session: admin })).text, path).toBe(absent);
  });
});

test('the audit log is read by pages', async () => {
  for (let count = 0; count < 3; count++) await issue();
  const first = await audit('?limit=2');
  expect(first.nextBefore).toBe(first.entries[1]?.number);
  const next = await audit(`?limit=2&before=${first.nextBefore}`);
  expect(next.entries[0]?.number).toBe((first.nextBefore ?? 0) - 1);
  for (const query of ['?limit=0', '?limit=101', '?before=x', '?page=2']) {
    const refused = await gateway.operate(`GET /projects/${project.id}/audit${query}`, { session: admin });
    expect([query, refused.error.message]).toEqual([query, 'invalid_request']);
  }
  expect((await audit(`?before=1`)).entries).toEqual([]);
});

test('the operator API serves its own OpenAPI document and no page of the public API', async () => {
  const { paths } = (await (await fetch(`${gateway.operatorUrl}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(paths)).toContain('/projects/{projectId}/keys/{keyId}/revoke');
  const { token } = await project.newKey({ role: 'ADMIN' });
  expect((await gateway.operate('GET /tools', { session: token })).status).toBe(404);
});
