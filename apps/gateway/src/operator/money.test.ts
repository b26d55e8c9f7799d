/** Money and caps over HTTP: permissions, refusals, and entries of the audit log. */
import { randomUUID } from 'node:crypto';
import type { Quote } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let gateway: TestOperatorGateway;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Balance {
  readonly availableMicros: number;
  readonly caps: object;
  readonly holds: readonly { readonly executionId: string; readonly heldMicros: number }[];
  readonly nextBefore: string | null;
}

const why = { reference: 'ticket-1', reason: 'an hour without service' };
const balanceOf = async ({ id }: TestProject, query = '') =>
  (await gateway.operate<Balance>(`GET /projects/${id}/balance${query}`, { session: operator })).data;

interface Posted {
  readonly session?: string;
  readonly key?: string;
}

/** `post('credits', { of: project, … })`. */
async function post(
  path: string,
  { of, ...body }: { readonly of: TestProject; readonly [field: string]: unknown },
  { session = operator, key = randomUUID() }: Posted = {},
) {
  const headers = { 'Idempotency-Key': key };
  const request = { session, body: { ...why, ...body }, headers };
  return gateway.operate<Record<string, unknown>>(`POST /projects/${of.id}/${path}`, request);
}

const put = (path: string, body: object, session = operator) =>
  gateway.operate<{ monthlyCapMicros: number | null }>(`PUT ${path}`, { session, body });

const input = { tool: 'rehearsal', arguments: {} };
const quote = async (key: string) => (await gateway.call<Quote>('POST /tools/quote', { key, json: input })).data;

async function accept(key: string): Promise<string> {
  const { priceVersion, maximumChargeMicros } = await quote(key);
  const headers = { 'Idempotency-Key': randomUUID() };
  const json = { ...input, priceVersion, maximumChargeMicros };
  return (await gateway.call<{ id: string }>('POST /tools/rehearsal', { key, headers, json })).data.id;
}

/** Creates an execution that failed at this cost. */
async function charged(project: TestProject, micros: number): Promise<string> {
  const id = await accept((await project.newKey()).token);
  const { prisma } = gateway.database;
  await prisma.$executeRaw`UPDATE execution SET status = 'running' WHERE id = ${id}`;
  await prisma.$executeRaw`UPDATE execution SET status = 'failed', charged_micros = ${micros}, finished_at = instant(), billing = '[]', run_at = NULL
    WHERE id = ${id}`;
  return id;
}

describe('an operator', () => {
  test('books a payment of a live project, once per reference', async () => {
    const project = await gateway.newProject({ fundedMicros: 100 });
    const paid = { amountMicros: 25_000_000_000, reference: 'invoice-7' };
    const topUp = (body: object) =>
      gateway.operate<{ booked: boolean }>(`POST /projects/${project.id}/top-ups`, { session: operator, body });
    expect((await topUp(paid)).data).toEqual({ booked: true, availableMicros: 25_000_000_100 });
    expect((await topUp(paid)).data).toEqual({ booked: false, availableMicros: 25_000_000_100 });
    expect((await topUp({ ...paid, amountMicros: 1 })).error.message).toBe('idempotency_key_conflict');
  });

  test('gives a credit, and the audit log records who, why and how much', async () => {
    const project = await gateway.newProject({ fundedMicros: 100 });
    expect((await post('credits', { of: project, amountMicros: 50 })).data).toEqual({
      booked: true,
      availableMicros: 150,
    });
    expect((await post('credits', { of: project, amountMicros: 50 })).data).toEqual({
      booked: false,
      availableMicros: 150,
    });
    expect((await post('credits', { of: project, amountMicros: 51 })).error.message).toBe('idempotency_key_conflict');
    const audit = await gateway.operate<{ entries: object[] }>(`GET /projects/${project.id}/audit`, {
      session: operator,
    });
    expect(audit.data.entries).toMatchObject([
      {
        act: 'balance.credit',
        actor: { kind: 'operator', subject: 'olga' },
        reason: why.reason,
        before: { availableMicros: 100 },
        after: { availableMicros: 150, amountMicros: 50, reference: 'credit-ticket-1' },
      },
    ]);
  });

  test('can repeat a request with its Idempotency-Key, which is required', async () => {
    const project = await gateway.newProject({ fundedMicros: 100 });
    const key = randomUUID();
    const body = { amountMicros: 5, reference: 'once' };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post('credits', { of: project, ...body }, { key })),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await balanceOf(project)).availableMicros).toBe(105);
    const without = await gateway.operate(`POST /projects/${project.id}/credits`, {
      session: operator,
      body: { ...why, ...body },
    });
    expect(without.error.message).toBe('idempotency_key_required');
  });

  test('can take available money, but no held money', async () => {
    const project = await gateway.newProject();
    await accept((await project.newKey()).token);
    const { availableMicros, holds } = await balanceOf(project);
    expect(holds[0]?.heldMicros).toBe(10_000_000 - availableMicros);
    const refused = await post('adjustments', { of: project, amountMicros: -availableMicros - 1 });
    expect([refused.error.message, refused.error.details]).toEqual([
      'insufficient_balance',
      { availableMicros, requiredMicros: availableMicros + 1 },
    ]);
    expect((await post('adjustments', { of: project, amountMicros: 0 })).error.message).toBe('invalid_request');
    const taken = await post('adjustments', { of: project, amountMicros: -availableMicros });
    expect(taken.data).toEqual({ booked: true, availableMicros: 0 });
    expect((await post('adjustments', { of: project, amountMicros: 7, reference: 'back' })).data).toMatchObject({
      availableMicros: 7,
    });
  });

  test('refunds at most the charge of an execution, in any number of refunds', async () => {
    const project = await gateway.newProject();
    const executionId = await charged(project, 60);
    const refund = (amountMicros: number, reference: string) =>
      post('refunds', { of: project, executionId, amountMicros, reference });
    expect((await refund(61, 'a')).error.details).toMatchObject({
      fields: { '/amountMicros': /60 micro-USD are left/ },
    });
    const outcomes = await Promise.all(Array.from({ length: 5 }, (_, n) => refund(20, `r${n}`)));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await balanceOf(project)).availableMicros).toBe(10_000_000);
    expect((await refund(20, 'late')).error.details).toMatchObject({
      fields: { '/amountMicros': /0 micro-USD are left/ },
    });
    const other = await gateway.newProject();
    const foreign = await post('refunds', { of: other, executionId, amountMicros: 1 });
    const absent = await post('refunds', { of: other, executionId: newId('execution'), amountMicros: 1 });
    expect([foreign.error.message, foreign.text]).toEqual(['execution_not_found', absent.text]);
    const open = await accept((await other.newKey()).token);
    expect((await post('refunds', { of: other, executionId: open, amountMicros: 1 })).error.message).toBe(
      'execution_not_found',
    );
  });

  test('cannot give an invalid amount or omit the reason', async () => {
    const project = await gateway.newProject();
    for (const body of [
      { amountMicros: 0 },
      { amountMicros: -1 },
      { amountMicros: 0.5 },
      { amountMicros: 1e12 + 1 },
      { amountMicros: 1, reason: '' },
    ])
      expect((await post('credits', { of: project, ...body })).error.message, JSON.stringify(body)).toBe(
        'invalid_request',
      );
  });
});

test('an ADMIN cannot move money of a live project', async () => {
  const project = await gateway.newProject();
  const session = await gateway.memberSession(project.id, 'ADMIN');
  const executionId = newId('execution');
  for (const path of ['credits', 'adjustments', 'refunds']) {
    const body = { amountMicros: 1, ...(path === 'refunds' ? { executionId } : {}) };
    expect((await post(path, { of: project, ...body }, { session })).error.message, path).toBe(
      'project_permission_required',
    );
  }
  expect((await balanceOf(project)).availableMicros).toBe(10_000_000);
});

test('a balance lists every open hold, by pages', async () => {
  const project = await gateway.newProject();
  const { token } = await project.newKey();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await accept(token));
  await charged(project, 5);
  const first = await balanceOf(project, '?limit=2');
  expect(first.nextBefore).toBe(first.holds[1]?.executionId);
  const next = await balanceOf(project, `?limit=2&before=${first.nextBefore}`);
  expect(next.nextBefore).toBeNull();
  expect([...first.holds, ...next.holds].map(({ executionId }) => executionId)).toEqual(ids.toReversed());
  expect(first).toMatchObject({ spentMicros: 5, chargedMicros: 5, fundedMicros: 10_000_000 });
});

describe('a cap', () => {
  const stops = async (key: string) => (await quote(key)).blockers.includes('monthly_cap_reached');

  test('is set by an ADMIN for the project and a key, and applies at once', async () => {
    const project = await gateway.newProject();
    const session = await gateway.memberSession(project.id, 'ADMIN');
    const [{ token, keyId }, other] = [await project.newKey(), await project.newKey()];
    const path = `/projects/${project.id}`;
    expect((await put(`${path}/keys/${keyId}/cap`, { monthlyCapMicros: 0 }, session)).data).toEqual({
      monthlyCapMicros: 0,
    });
    expect([await stops(token), await stops(other.token)]).toEqual([true, false]);
    await put(`${path}/keys/${keyId}/cap`, { monthlyCapMicros: null }, session);
    await put(`${path}/cap`, { monthlyCapMicros: 1 }, session);
    expect([await stops(token), await stops(other.token)]).toEqual([true, true]);
    expect((await balanceOf(project)).caps).toEqual({ projectMicros: 1, leftMicros: 1 });
    await put(`${path}/cap`, { monthlyCapMicros: null }, session);
    expect([await stops(token), await stops(other.token)]).toEqual([false, false]);
    expect((await put(`${path}/keys/${newId('key')}/cap`, { monthlyCapMicros: 1 }, session)).error.message).toBe(
      'not_found',
    );
  });

  test('for an organization is set by an operator', async () => {
    const project = await gateway.newProject();
    const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
    const { token } = await project.newKey();
    await put(`/organizations/${organizationId}/cap`, { monthlyCapMicros: 0 });
    expect(await stops(token)).toBe(true);
    expect((await balanceOf(project)).caps).toEqual({ projectMicros: 100_000_000, leftMicros: 0 });
    await put(`/organizations/${organizationId}/cap`, { monthlyCapMicros: null });
    expect(await stops(token)).toBe(false);
  });

  test('is in the audit log with its old and new value', async () => {
    const project = await gateway.newProject();
    await put(`/projects/${project.id}/cap`, { monthlyCapMicros: 5, reason: 'a trial' });
    const audit = await gateway.operate<{ entries: object[] }>(`GET /projects/${project.id}/audit`, {
      session: operator,
    });
    expect(audit.data.entries).toMatchObject([
      { act: 'cap.set', before: { monthlyCapMicros: 100_000_000 }, after: { monthlyCapMicros: 5 }, reason: 'a trial' },
    ]);
  });
});
