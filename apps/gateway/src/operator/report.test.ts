/** The business report over the operator API: what was charged and what it cost, and who is near a limit. */
import { randomUUID } from 'node:crypto';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { underReview } from '../testing/review.fixture.ts';

interface Sums {
  readonly executions: number;
  readonly chargedMicros: number;
  readonly refundedMicros: number;
  readonly costMicros: number;
  readonly marginMicros: number;
}
interface Report {
  readonly today: Sums;
  readonly total: Sums;
  readonly tools: readonly (Sums & { readonly tool: string })[];
  readonly projects: readonly (Sums & { readonly projectId: string; readonly name: string })[];
  readonly providers: readonly object[];
  readonly nearLimits: readonly object[];
}

let gateway: TestOperatorGateway;
let operator: string;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ isOperator: true });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const report = async (period = 'month') =>
  (await gateway.operate<Report>(`GET /report?period=${period}`, { session: operator })).data;

/** Executes once, and ends the execution at this provider cost. */
async function charged(projectId: string, verifiedCostMicros: number): Promise<string> {
  const { executionId } = await underReview(gateway.database, projectId);
  const body = { resolution: 'verified_cost', verifiedCostMicros, reason: 'invoice 17' };
  const path = `/projects/${projectId}/reviews/${executionId}/resolve`;
  expect((await gateway.operate(`POST ${path}`, { session: operator, body })).status).toBe(200);
  return executionId;
}

const NOTHING = { executions: 0, chargedMicros: 0, refundedMicros: 0, costMicros: 0, marginMicros: 0 };

test('charges, refunds, provider costs and margins add up by tool, project and provider, without test projects', async () => {
  expect(await report()).toMatchObject({ total: NOTHING, today: NOTHING, tools: [], projects: [], providers: [] });
  const [one, other, play] = await Promise.all([
    gateway.newProject(),
    gateway.newProject(),
    gateway.newProject({ environment: 'test' }),
  ]);
  const first = await charged(one.id, 40);
  await charged(one.id, 100);
  const early = await charged(other.id, 7);
  await charged(play.id, 500);
  // The provider states later that the first call cost more than was charged for it.
  await runSql(
    gateway.databaseUrl,
    'SET session_replication_role = replica',
    `UPDATE provider_cost SET late_micros = 60, late_at = now() WHERE execution_id = '${first}'`,
    // A failover has lost the intent, which names the provider. The call was looked up, and its cost is on record.
    `UPDATE execution_step SET provider = NULL WHERE execution_id = '${first}'`,
    // A step that is recorded before the end has no charge yet. Its bill has it.
    `UPDATE execution_step SET charged_micros = NULL WHERE execution_id = '${early}'`,
  );
  const refund = { executionId: first, amountMicros: 5, reference: 'ticket-1', reason: 'wrong result' };
  const path = `POST /projects/${one.id}/refunds`;
  const headers = { 'Idempotency-Key': randomUUID() };
  expect((await gateway.operate(path, { session: operator, body: refund, headers })).status).toBe(200);

  const found = await report();
  const total = { executions: 3, chargedMicros: 147, refundedMicros: 5, costMicros: 167, marginMicros: -25 };
  expect(found).toMatchObject({ total, today: total });
  expect(found.tools).toEqual([{ tool: 'image-generate', ...total }]);
  const ofOne = { executions: 2, chargedMicros: 140, refundedMicros: 5, costMicros: 160, marginMicros: -25 };
  const ofOther = { executions: 1, chargedMicros: 7, refundedMicros: 0, costMicros: 7, marginMicros: 0 };
  expect(found.projects.map(({ name: _, ...project }) => project)).toEqual([
    { projectId: one.id, ...ofOne },
    { projectId: other.id, ...ofOther },
  ]);
  expect(found.providers).toEqual([
    { provider: 'openai', calls: 3, chargedMicros: 147, costMicros: 167, marginMicros: -20 },
  ]);
  expect(await report('last-month')).toMatchObject({ total: NOTHING, today: total });
});

test('a project is listed when little of its cap or balance is left, and not before', async () => {
  const project = await gateway.newProject({ capMicros: 1_000_000 });
  const listed = async () =>
    (await report()).nearLimits.filter((limit) => (limit as { readonly id: string }).id === project.id);
  await charged(project.id, 500);
  expect(await listed()).toEqual([]);
  await runSql(gateway.databaseUrl, `UPDATE project SET monthly_cap_micros = 625 WHERE id = '${project.id}'`);
  const near = { scope: 'project', id: project.id, name: expect.any(String) };
  expect(await listed()).toEqual([{ ...near, limit: 'cap', limitMicros: 625, leftMicros: 125 }]);
  await runSql(
    gateway.databaseUrl,
    `UPDATE project SET monthly_cap_micros = 626 WHERE id = '${project.id}'`,
    `UPDATE project SET low_balance_micros = 9000000000000 WHERE id = '${project.id}'`,
  );
  expect(await listed()).toEqual([
    { ...near, limit: 'balance', limitMicros: 9_000_000_000_000, leftMicros: expect.any(Number) },
  ]);
});

test('absurd costs that a service states leave every page readable', async () => {
  const project = await gateway.newProject();
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await charged(project.id, 5));
  await runSql(
    gateway.databaseUrl,
    'SET session_replication_role = replica',
    `UPDATE provider_cost SET late_micros = 1000000000000000000, late_at = now() WHERE project_id = '${project.id}'`,
  );
  const most = { costMicros: Number.MAX_SAFE_INTEGER };
  const { total, providers } = await report();
  expect(total).toMatchObject({ ...most, marginMicros: Number.MIN_SAFE_INTEGER });
  expect(providers).toContainEqual(expect.objectContaining({ provider: 'openai', ...most }));
  const read = (path: string) => gateway.operate<object>(`GET ${path}`, { session: operator });
  const call = { bookedMicros: 5, lateMicros: Number.MAX_SAFE_INTEGER };
  expect((await read(`/executions/${ids[0]}`)).data).toMatchObject({ calls: [call] });
});

test('only operators of the platform read the report', async () => {
  const refused = await gateway.operate('GET /report', { session: await gateway.session() });
  expect([refused.status, refused.error.message]).toEqual([404, 'not_found']);
});
