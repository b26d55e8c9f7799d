/** Money above the limit of a single operator: it waits until another operator confirms it. */
import { randomUUID } from 'node:crypto';
import { createExecutionStore } from '@farebox/executions';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { acceptedIn, failedAtCost } from '../testing/review.fixture.ts';

let gateway: TestOperatorGateway;
let olga: string;
let otto: string;
let olgasSubject: string;
const USD = 1_000_000;

beforeAll(async () => {
  gateway = await startTestOperatorGateway({ FAREBOX_SECOND_OPERATOR_USD: '5' });
  otto = await gateway.session({ subject: 'otto', isOperator: true });
});
/** Each test has another operator, because amounts of one within a day count together. */
beforeEach(async () => {
  olgasSubject = `olga-${randomUUID()}`;
  olga = await gateway.session({ subject: olgasSubject, isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Booked {
  readonly booked: boolean;
  readonly availableMicros: number;
  readonly proposalId?: string;
}

const creditBy =
  (session: string) =>
  ({ id }: TestProject, amountMicros: number, reference = 'big') =>
    gateway.operate<Booked>(`POST /projects/${id}/credits`, {
      session,
      body: { amountMicros, reference, reason: 'a large customer' },
      headers: { 'Idempotency-Key': randomUUID() },
    });
const credit: ReturnType<typeof creditBy> = (...given) => creditBy(olga)(...given);
const decide = ({ id }: TestProject, path: string, session = otto) =>
  gateway.operate<Booked>(`POST /projects/${id}/proposals/${path}`, { session, body: {} });
const available = async ({ id }: TestProject) =>
  (await gateway.operate<Booked>(`GET /projects/${id}/balance`, { session: olga })).data.availableMicros;
const waiting = async ({ id }: TestProject) => {
  const { data } = await gateway.operate<{ proposals: { id: string; projectId: string }[] }>('GET /proposals', {
    session: otto,
  });
  return data.proposals.filter(({ projectId }) => projectId === id);
};

/** Sum of all bookings of this kind in the project. */
const bookedAs = async ({ id }: TestProject, kind: string) => {
  const rows = await runSql<{ micros: number }>(
    gateway.databaseUrl,
    `SELECT amount_micros::int AS micros FROM ledger_transfer
      WHERE project_id = '${id}' AND kind = '${kind}' AND reference ~ '(small|big)$' ORDER BY id`,
  );
  return rows.map(({ micros }) => micros);
};

async function proposed(project: TestProject, amountMicros = 6 * USD): Promise<string> {
  const { data } = await credit(project, amountMicros);
  expect(data.proposalId, 'nothing was proposed').toBeTypeOf('string');
  return data.proposalId ?? '';
}

test('an operator gives up to the limit alone; above it nothing is booked until another operator confirms', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  expect((await credit(project, 5 * USD, 'small')).data).toEqual({ booked: true, availableMicros: 5 * USD + 1 });
  const proposalId = await proposed(project);
  expect((await credit(project, 6 * USD)).data).toEqual({ booked: false, availableMicros: 5 * USD + 1, proposalId });
  expect((await credit(project, 7 * USD)).error.message).toBe('idempotency_key_conflict');
  expect(await waiting(project)).toMatchObject([
    { id: proposalId, amountMicros: 6 * USD, proposedBy: olgasSubject, reason: 'a large customer' },
  ]);
  expect(await available(project)).toBe(5 * USD + 1);
  expect((await decide(project, `${proposalId}/confirm`)).data).toEqual({
    booked: true,
    availableMicros: 11 * USD + 1,
  });
  expect(await waiting(project)).toEqual([]);
  expect((await credit(project, 6 * USD)).data).toEqual({ booked: false, availableMicros: 11 * USD + 1 });
  const audit = await gateway.operate<{ entries: object[] }>(`GET /projects/${project.id}/audit?limit=2`, {
    session: olga,
  });
  expect(audit.data.entries).toMatchObject([
    {
      act: 'proposal.confirm',
      actor: { subject: 'otto' },
      target: proposalId,
      after: { proposedBy: olgasSubject, amountMicros: 6 * USD },
    },
    { act: 'balance.credit', actor: { subject: olgasSubject }, target: proposalId, after: { proposalId } },
  ]);
});

test('the proposer cannot confirm a proposal, not even by SQL, and an ADMIN cannot either', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  const proposalId = await proposed(project);
  const own = await decide(project, `${proposalId}/confirm`, olga);
  expect([own.status, own.error.message]).toEqual([403, 'project_permission_required']);
  const admin = await decide(project, `${proposalId}/confirm`, await gateway.memberSession(project.id, 'ADMIN'));
  expect(admin.error.message).toBe('project_permission_required');
  const byHand = `UPDATE funding_proposal SET outcome = 'confirmed', decided_by = '${olgasSubject}', decided_at = instant() WHERE id = '${proposalId}'`;
  await expect(runSql(gateway.databaseUrl, byHand)).rejects.toMatchObject({ code: '23514' });
  expect(await available(project)).toBe(1);
});

test('concurrent confirmations or a decline decide a proposal once, and the decision is final', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  const proposalId = await proposed(project);
  const replies = await Promise.all(Array.from({ length: 6 }, () => decide(project, `${proposalId}/confirm`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(await available(project)).toBe(6 * USD + 1);
  const other = await gateway.newProject({ fundedMicros: 1 });
  const declined = await proposed(other);
  expect((await decide(other, `${declined}/decline`)).data).toMatchObject({ outcome: 'declined' });
  expect((await decide(other, `${declined}/confirm`)).error.details).toEqual({ fields: { '': 'it was declined' } });
  expect((await credit(other, 6 * USD)).error.message).toBe('idempotency_key_conflict');
  expect(await available(other)).toBe(1);
  for (const statement of [`UPDATE funding_proposal SET amount_micros = 1`, 'DELETE FROM funding_proposal'])
    await expect(runSql(gateway.databaseUrl, statement)).rejects.toMatchObject({ code: '23001' });
});

test('a proposal keeps its reference until it is confirmed, also from amounts that one operator may give alone', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  expect((await credit(project, 4 * USD, 'small')).data.booked).toBe(true);
  const proposalId = await proposed(project, 3 * USD);
  const oda = await gateway.session({ subject: `oda-${randomUUID()}`, isOperator: true });
  for (const session of [olga, oda])
    expect((await creditBy(session)(project, USD)).error.message).toBe('idempotency_key_conflict');
  const waits = { booked: false, availableMicros: 4 * USD + 1, proposalId };
  expect((await creditBy(oda)(project, 3 * USD)).data).toEqual(waits);
  expect(await waiting(project)).toMatchObject([{ id: proposalId, reference: 'credit-big', amountMicros: 3 * USD }]);
  expect((await decide(project, `${proposalId}/confirm`)).data).toMatchObject({ booked: true });
  expect(await bookedAs(project, 'credit')).toEqual([4 * USD, 3 * USD]);
  const audit = await gateway.operate<{ entries: object[] }>(`GET /projects/${project.id}/audit?limit=1`, {
    session: olga,
  });
  expect(audit.data.entries).toMatchObject([
    { act: 'proposal.confirm', target: proposalId, after: { reference: 'credit-big', amountMicros: 3 * USD } },
  ]);
});

test('nothing is booked under the reference of a declined proposal, however small', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  expect((await decide(project, `${await proposed(project)}/decline`)).data).toMatchObject({ outcome: 'declined' });
  expect((await credit(project, USD)).error.message).toBe('idempotency_key_conflict');
  expect((await credit(project, USD, 'small')).data).toEqual({ booked: true, availableMicros: USD + 1 });
});

test('a proposal that exceeds the maximum balance is not booked by a confirmation, and stays open', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  const proposalId = await proposed(project, 6 * USD);
  const most = `SELECT ledger_fund('${project.id}', 'credit', ${10_000_000 * USD - 1}, 'by-hand', NULL)`;
  await runSql(gateway.databaseUrl, most);
  expect((await decide(project, `${proposalId}/confirm`)).error.message).toBe('invalid_request');
  expect(await waiting(project)).toMatchObject([{ id: proposalId }]);
});

/** Creates an execution that failed at this cost. */
async function charged({ id: projectId }: TestProject, costMicros: number): Promise<string> {
  const { database } = gateway;
  const id = await acceptedIn(createExecutionStore(database), projectId, { heldMicros: costMicros });
  expect(await failedAtCost(database, { projectId, id, costMicros })).toBe(true);
  return id;
}

const GIVEN: Readonly<
  Record<string, { readonly kind: string; readonly body: (project: TestProject) => Promise<object> }>
> = {
  'top-ups': { kind: 'top_up', body: () => Promise.resolve({}) },
  credits: { kind: 'credit', body: () => Promise.resolve({ reason: 'why' }) },
  adjustments: { kind: 'adjustment', body: () => Promise.resolve({ reason: 'why' }) },
  refunds: {
    kind: 'refund',
    body: async (project) => ({ reason: 'why', executionId: await charged(project, 11 * USD) }),
  },
};

test.each(Object.entries(GIVEN))(
  '%s above the limit wait for confirmation, and each response shows the outcome',
  async (path, { kind, body }) => {
    const project = await gateway.newProject({ fundedMicros: 20 * USD, capMicros: null });
    const rest = await body(project);
    const had = await available(project);
    const give = (amountMicros: number, reference: string) =>
      gateway.operate<Booked>(`POST /projects/${project.id}/${path}`, {
        session: olga,
        body: { ...rest, amountMicros, reference },
        headers: { 'Idempotency-Key': randomUUID() },
      });
    expect((await give(5 * USD, 'small')).data).toEqual({ booked: true, availableMicros: had + 5 * USD });
    const first = await give(6 * USD, 'big');
    const [proposal] = await waiting(project);
    expect(proposal).toMatchObject({ kind, amountMicros: 6 * USD });
    const waits = { booked: false, availableMicros: had + 5 * USD, proposalId: proposal?.id };
    expect([first.data, (await give(6 * USD, 'big')).data]).toEqual([waits, waits]);
    expect((await give(6 * USD + 1, 'big')).error.message).toBe('idempotency_key_conflict');
    expect(await bookedAs(project, kind)).toEqual([5 * USD]);
    const confirmed = await decide(project, `${proposal?.id}/confirm`);
    expect(confirmed.data).toEqual({ booked: true, availableMicros: had + 11 * USD });
    expect((await give(6 * USD, 'big')).data).toEqual({ booked: false, availableMicros: had + 11 * USD });
    expect(await bookedAs(project, kind)).toEqual([5 * USD, 6 * USD]);
  },
);

test('a negative adjustment needs no confirmation', async () => {
  const project = await gateway.newProject({ fundedMicros: 20 * USD });
  const taken = await gateway.operate<Booked>(`POST /projects/${project.id}/adjustments`, {
    session: olga,
    body: { amountMicros: -6 * USD, reference: 'big', reason: 'booked twice' },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  expect(taken.data).toEqual({ booked: true, availableMicros: 14 * USD });
});
