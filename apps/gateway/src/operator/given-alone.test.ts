/** The limit of what one operator gives alone counts all that they gave to live projects within a day. */
import { randomUUID } from 'node:crypto';
import { OPERATOR_ROUTES } from '@farebox/contract';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import * as handlers from './handlers/fund.ts';
import { FUNDING_ACTS } from './funding.ts';

let gateway: TestOperatorGateway;
let subject: string;
let session: string;
const USD = 1_000_000;

beforeAll(async () => {
  gateway = await startTestOperatorGateway({ FAREBOX_SECOND_OPERATOR_USD: '5' });
});
beforeEach(async () => {
  subject = `olga-${randomUUID()}`;
  session = await gateway.session({ subject, isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Given {
  readonly booked: boolean;
  readonly proposalId?: string;
}

/** Gives an amount, and returns whether it was booked at once. */
async function isBooked({ id }: { readonly id: string }, amountMicros: number, path = 'credits'): Promise<boolean> {
  const reason = path === 'top-ups' ? {} : { reason: 'a large customer' };
  const { data } = await gateway.operate<Given>(`POST /projects/${id}/${path}`, {
    session,
    body: { amountMicros, reference: randomUUID(), ...reason },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  expect(data.proposalId === undefined).toBe(data.booked);
  return data.booked;
}

test('small amounts of one operator for any project count together for a day', async () => {
  const [one, other] = [await gateway.newProject({ fundedMicros: 1 }), await gateway.newProject({ fundedMicros: 1 })];
  expect([await isBooked(one, 2 * USD), await isBooked(other, 3 * USD)]).toEqual([true, true]);
  expect([await isBooked(one, 1), await isBooked(other, 1, 'top-ups'), await isBooked(one, 1, 'adjustments')]).toEqual([
    false,
    false,
    false,
  ]);
  session = await gateway.session({ subject: `otto-${randomUUID()}`, isOperator: true });
  expect(await isBooked(one, 5 * USD)).toBe(true);
});

test('an amount that was taken back makes no room, and a proposal takes none', async () => {
  const project = await gateway.newProject({ fundedMicros: 20 * USD });
  expect(await isBooked(project, 4 * USD)).toBe(true);
  expect(await isBooked(project, -4 * USD, 'adjustments')).toBe(true);
  expect(await isBooked(project, 6 * USD)).toBe(false);
  expect(await isBooked(project, 2 * USD)).toBe(false);
  expect(await isBooked(project, 1 * USD)).toBe(true);
});

test('concurrent acts for projects of several organizations stay within the limit', async () => {
  const projects = await Promise.all(Array.from({ length: 8 }, () => gateway.newProject({ fundedMicros: 1 })));
  const booked = await Promise.all(projects.map((project) => isBooked(project, 2 * USD)));
  expect(booked.filter(Boolean)).toHaveLength(2);
});

test('play money neither counts nor needs a second operator', async () => {
  const [live, play] = [
    await gateway.newProject({ fundedMicros: 1 }),
    await gateway.newProject({ fundedMicros: 1, environment: 'test' }),
  ];
  expect([await isBooked(play, 9 * USD), await isBooked(live, 5 * USD)]).toEqual([true, true]);
});

test('amounts of more than a day ago do not count', async () => {
  const project = await gateway.newProject({ fundedMicros: 1 });
  expect([await isBooked(project, 5 * USD), await isBooked(project, 5 * USD)]).toEqual([true, false]);
  await runSql(
    gateway.databaseUrl,
    `ALTER TABLE audit_log DISABLE TRIGGER USER;
     UPDATE audit_log SET at = at - interval '24 hours 1 second' WHERE actor = '${subject}';
     ALTER TABLE audit_log ENABLE TRIGGER USER`,
  );
  expect([await isBooked(project, 5 * USD), await isBooked(project, 5 * USD)]).toEqual([true, false]);
});

test('every act that gives money counts', () => {
  const acts = Object.keys(handlers).map((name) => OPERATOR_ROUTES[name as keyof typeof handlers].act);
  expect(new Set(acts)).toEqual(new Set(FUNDING_ACTS));
});
