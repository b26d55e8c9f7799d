/** Card payments over HTTP, from an ADMIN's request to the balance, against a server that implements Stripe's protocol. */
import { randomUUID } from 'node:crypto';
import { startStripe, type StripeEvent, type StripeSession, type TestStripe } from '@farebox/payments/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let stripe: TestStripe;
let gateway: TestOperatorGateway;
let eventsUrl: string;
let operator: string;

beforeAll(async () => {
  stripe = await startStripe();
  const port = String(await freePort());
  eventsUrl = `http://127.0.0.1:${port}/webhooks/stripe`;
  gateway = await startTestOperatorGateway({ ...stripe.settings, FAREBOX_STRIPE_PORT: port });
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});

interface Opened {
  readonly checkoutId: string;
  readonly url: string;
  readonly expiresAt: string;
}
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly amountMicros: number;
  readonly owedMicros: number;
  readonly refundedMicros: number;
}

interface Asked {
  readonly session?: string;
  readonly key?: string;
  readonly amountMicros?: number;
}

const open = (
  { id }: { readonly id: string },
  { session = operator, key = randomUUID(), amountMicros = 25_000_000 }: Asked = {},
) =>
  gateway.operate<Opened>(`POST /projects/${id}/checkouts`, {
    session,
    headers: { 'Idempotency-Key': key },
    body: { amountMicros },
  });
const show = ({ id }: TestProject, checkoutId: string) =>
  gateway.operate<Shown>(`GET /projects/${id}/checkouts/${checkoutId}`, { session: operator });
const available = async ({ id }: TestProject) =>
  (await gateway.operate<{ availableMicros: number }>(`GET /projects/${id}/balance`, { session: operator })).data
    .availableMicros;
const sessionOf = ({ checkoutId }: Opened): StripeSession =>
  stripe.sessions.find(({ client_reference_id: name }) => name === checkoutId) as StripeSession;
const deliver = async (event: StripeEvent, options?: Parameters<TestStripe['deliver']>[2]) => {
  const response = await stripe.deliver(eventsUrl, event, options);
  const { data, error } = (await response.json()) as { data?: { outcome: string }; error?: { message: string } };
  return [response.status, data?.outcome ?? error?.message];
};

describe('an ADMIN', () => {
  test('pays by card: a checkout page is opened, and the balance grows once it is paid', async () => {
    const project = await gateway.newProject({ fundedMicros: 0 });
    const session = await gateway.memberSession(project.id, 'ADMIN');
    const { data } = await open(project, { session });
    expect(sessionOf(data)).toMatchObject({ url: data.url, amount_total: 2_500 });
    expect((await show(project, data.checkoutId)).data).toMatchObject({ status: 'open', amountMicros: 25_000_000 });
    expect(await available(project)).toBe(0);
    const event = stripe.pay(sessionOf(data));
    expect(await deliver(event)).toEqual([200, 'applied']);
    expect(await deliver(event)).toEqual([200, 'repeated']);
    expect(await available(project)).toBe(25_000_000);
    const listed = await gateway.operate<{ checkouts: Shown[] }>(`GET /projects/${project.id}/checkouts`, { session });
    expect(listed.data.checkouts).toMatchObject([{ id: data.checkoutId, status: 'paid' }]);
    const audit = await gateway.operate<{ entries: object[] }>(`GET /projects/${project.id}/audit`, { session });
    expect(audit.data.entries).toMatchObject([
      { act: 'balance.top_up', actor: { kind: 'system', subject: 'stripe' }, target: data.checkoutId },
      { act: 'checkout.open', actor: { kind: 'member' }, target: data.checkoutId },
    ]);
  });

  test('gets the same page for the same key, six times at once and after an outage', async () => {
    const project = await gateway.newProject();
    const key = randomUUID();
    stripe.faults.push('is down', 'is down', 'is down');
    const failed = await open(project, { key });
    expect([failed.status, failed.error.message]).toEqual([503, 'service_unavailable']);
    const replies = await Promise.all(Array.from({ length: 6 }, () => open(project, { key })));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const [reply] = replies as [Awaited<ReturnType<typeof open>>];
    expect(stripe.sessions.filter(({ client_reference_id: name }) => name === reply.data.checkoutId)).toHaveLength(1);
    expect((await open(project, { key, amountMicros: 1_000_000 })).error.message).toBe('idempotency_key_conflict');
  });

  test.each([0, 999_999, 1_000_001, 10_000_010_000, -5, 1.5])('cannot pay %s micro-USD', async (amountMicros) => {
    const sessions = stripe.sessions.length;
    expect((await open(await gateway.newProject(), { amountMicros })).error.message).toBe('invalid_request');
    expect(stripe.sessions).toHaveLength(sessions);
  });

  test('cannot pay for a test project, and a MEMBER cannot pay', async () => {
    const project = await gateway.newProject({ environment: 'test' });
    const refused = await open(project, { session: await gateway.memberSession(project.id, 'ADMIN') });
    expect(refused.error.message).toBe('invalid_request');
    const member = await open(project, { session: await gateway.memberSession(project.id, 'MEMBER') });
    expect(member.error.message).toBe('project_permission_required');
  });
});

test('an archived project cannot open a checkout, but the payment of an open one is booked', async () => {
  const project = await gateway.newProject({ fundedMicros: 0 });
  const { data } = await open(project);
  await gateway.operate(`POST /projects/${project.id}/archive`, { session: operator, body: { reason: 'over' } });
  expect((await open(project)).error.message).toBe('project_archived');
  expect(await deliver(stripe.pay(sessionOf(data)))).toEqual([200, 'applied']);
  expect(await available(project)).toBe(25_000_000);
});

describe('the port of Stripe events', () => {
  test.each([
    ['with another secret', { secret: 'whsec_somebody_elses_0123' }],
    ['an hour ago', { signedSeconds: Math.floor(Date.now() / 1000) - 3_600 }],
    ['over other bytes', { body: '{"id":"evt_1"}' }],
  ])('refuses an event signed %s', async (_, options) => {
    const project = await gateway.newProject();
    const before = await available(project);
    const { data } = await open(project);
    expect(await deliver(stripe.pay(sessionOf(data)), options)).toEqual([400, 'invalid_request']);
    expect([await available(project), (await show(project, data.checkoutId)).data.status]).toEqual([before, 'open']);
  });

  test('answers each of twenty deliveries of one event at once with 200, and books it once', async () => {
    const project = await gateway.newProject({ fundedMicros: 0 });
    const event = stripe.pay(sessionOf((await open(project)).data));
    const replies = await Promise.all(Array.from({ length: 20 }, () => deliver(event)));
    expect(replies.map(([status]) => status)).toEqual(Array(20).fill(200));
    expect(replies.filter(([, outcome]) => outcome === 'applied')).toHaveLength(1);
    expect(await available(project)).toBe(25_000_000);
  });

  test('has no other path, and its path does not exist on the other two ports', async () => {
    const post = async (url: string) => (await fetch(url, { method: 'POST', body: '{}' })).status;
    expect(await post(eventsUrl)).toBe(400);
    const origin = new URL(eventsUrl).origin;
    expect(await post(`${origin}/projects`)).toBe(404);
    expect((await fetch(`${origin}/openapi.json`)).status).toBe(404);
    expect((await fetch(eventsUrl)).status).toBe(404);
    for (const url of [gateway.url, gateway.operatorUrl]) expect(await post(`${url}/webhooks/stripe`)).toBe(404);
  });

  test('refuses a body larger than any event', async () => {
    const { data } = await open(await gateway.newProject());
    const event = stripe.pay(sessionOf(data), { padding: 'x'.repeat(300_000) });
    expect(await deliver(event)).toEqual([400, 'request_too_large']);
  });

  test('ignores events that do not concern Farebox', async () => {
    const { data } = await open(await gateway.newProject());
    const event = stripe.pay(sessionOf(data));
    expect(await deliver({ ...event, type: 'invoice.paid' })).toEqual([200, 'ignored']);
    expect(await deliver({ ...event, livemode: false })).toEqual([200, 'ignored']);
  });

  test('answers 503 to an event that arrives too early, so that Stripe resends it', async () => {
    const project = await gateway.newProject({ fundedMicros: 0 });
    const { data } = await open(project);
    const [paid, refunded] = [stripe.pay(sessionOf(data)), stripe.refund(sessionOf(data), 500)];
    expect(await deliver(refunded)).toEqual([503, 'service_unavailable']);
    for (const event of [paid, refunded]) expect(await deliver(event)).toEqual([200, 'applied']);
    expect(await available(project)).toBe(20_000_000);
  });
});

test('a disputed amount that was already spent is owed, and is listed for operators', async () => {
  const project = await gateway.newProject({ fundedMicros: 0 });
  const { data } = await open(project);
  await deliver(stripe.pay(sessionOf(data)));
  const used = { amountMicros: -20_000_000, reference: 'used', reason: 'as executions would' };
  const headers = { 'Idempotency-Key': randomUUID() };
  await gateway.operate(`POST /projects/${project.id}/adjustments`, { session: operator, body: used, headers });
  const event = stripe.dispute(sessionOf(data), 2_500).lost;
  expect(await deliver(event)).toEqual([200, 'problem']);
  expect((await show(project, data.checkoutId)).data).toMatchObject({ owedMicros: 20_000_000 });
  expect(await available(project)).toBe(0);
  const problems = await gateway.operate<{ problems: object[] }>('GET /payment-problems', { session: operator });
  expect(problems.data.problems).toMatchObject([
    { id: event.id, problem: 'spent_already', checkoutId: data.checkoutId, projectId: project.id },
  ]);
});

test('without a payment provider no checkout can be opened, and no port listens for events', async () => {
  await using without = await startTestOperatorGateway();
  const project = await without.newProject();
  const headers = { 'Idempotency-Key': randomUUID() };
  const session = await without.session({ isOperator: true });
  const asked = { session, headers, body: { amountMicros: 1_000_000 } };
  const reply = await without.operate(`POST /projects/${project.id}/checkouts`, asked);
  expect(reply.error).toMatchObject({
    message: 'invalid_request',
    details: { fields: { '': 'no payments by card are taken here' } },
  });
});
