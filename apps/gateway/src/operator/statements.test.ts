/** Statements and low balances over HTTP: who can read them. The ledger package tests their figures. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let gateway: TestOperatorGateway;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Lines {
  readonly month: string;
  readonly lines: readonly { readonly line: number; readonly amountMicros: number; readonly kind: string }[];
  readonly csv: string;
  readonly nextBefore: number | null;
}

const give = (projectId: string, path: string, amountMicros: number) =>
  gateway.operate(`POST /projects/${projectId}/${path}`, {
    session: operator,
    body: { amountMicros, reference: `ticket-${amountMicros}`, reason: 'a test' },
    headers: { 'Idempotency-Key': randomUUID() },
  });

test('every member of the project gets a statement whose figures, lines and CSV add up', async () => {
  const { id } = await gateway.newProject({ fundedMicros: 1_000 });
  await give(id, 'credits', 70);
  await give(id, 'adjustments', -30);
  const session = await gateway.memberSession(id, 'VIEWER');
  const get = async <T>(path: string) =>
    (await gateway.operate<T>(`GET /projects/${id}/statement${path}`, { session })).data;
  const { month } = await get<Lines>('');
  const figures = {
    openingMicros: 0,
    toppedUpMicros: 1_000,
    creditedMicros: 70,
    adjustedMicros: -30,
    refundedMicros: 0,
  };
  const ends = { chargedMicros: 0, closingMicros: 1_040, heldMicros: 0, tools: [] };
  expect(await get(`?month=${month}`)).toEqual({ month, currency: 'USD', ...figures, ...ends });
  const first = await get<Lines>(`/lines?month=${month}&limit=2`);
  expect(first.lines.map(({ kind, amountMicros }) => [kind, amountMicros])).toEqual([
    ['adjustment', -30],
    ['credit', 70],
  ]);
  const rest = await get<Lines>(`/lines?month=${month}&before=${first.nextBefore}`);
  expect([rest.lines.map(({ amountMicros }) => amountMicros), rest.nextBefore]).toEqual([[1_000], null]);
  const { csv, nextBefore } = await get<Lines>(`/csv?month=${month}`);
  const amounts = csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[3]));
  expect([amounts, nextBefore]).toEqual([[-30, 70, 1_000], null]);
  expect((await get<Lines>(`/csv?month=${month}&limit=1`)).nextBefore).toBe(first.lines[0]?.line);
  expect(await get('?month=2020-02')).toMatchObject({ openingMicros: 0, closingMicros: 0 });
  const refused = await gateway.operate(`GET /projects/${id}/statement?month=2026-13`, { session });
  expect(refused.error.message).toBe('invalid_request');
});

test('a balance below its threshold is marked as low, and operators can list it', async () => {
  const project = await gateway.newProject({ fundedMicros: 100 });
  const session = await gateway.memberSession(project.id, 'ADMIN');
  const balance = async () => (await gateway.operate(`GET /projects/${project.id}/balance`, { session })).data;
  const low = async () =>
    (await gateway.operate<{ projects: { projectId: string }[] }>('GET /low-balances', { session: operator })).data
      .projects;
  const set = (lowBalanceMicros: number | null) =>
    gateway.operate(`PUT /projects/${project.id}/low-balance`, { session, body: { lowBalanceMicros } });
  expect(await balance()).toMatchObject({ lowBalanceMicros: null, isLow: false });
  await set(100);
  expect([await balance(), await low()]).toMatchObject([{ lowBalanceMicros: 100, isLow: false }, []]);
  await set(101);
  expect(await balance()).toMatchObject({ lowBalanceMicros: 101, isLow: true });
  expect(await low()).toMatchObject([{ projectId: project.id, lowBalanceMicros: 101, availableMicros: 100 }]);
  await give(project.id, 'credits', 1);
  expect([await balance(), await low()]).toMatchObject([{ isLow: false }, []]);
});
