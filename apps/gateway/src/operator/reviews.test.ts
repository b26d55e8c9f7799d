import { createWorkerStore } from '@farebox/executions';
import { callResultKey } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { accountOf, endOf, EXPOSURE, failedAtCost, HELD, underReview } from '../testing/review.fixture.ts';

let gateway: TestOperatorGateway;
let project: TestProject;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  project = await gateway.newProject({ fundedMicros: 1_000_000, capMicros: null });
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Review {
  readonly executionId: string;
}
interface Page {
  readonly reviews: readonly Review[];
  readonly nextBefore: string | null;
}

const get = <T>(path: string) => gateway.operate<T>(`GET ${path}`, { session: operator });
const resolve = (executionId: string, body: object, headers: Record<string, string> = {}) =>
  gateway.operate(`POST /projects/${project.id}/reviews/${executionId}/resolve`, { session: operator, body, headers });
const verified = (verifiedCostMicros: number) => ({
  resolution: 'verified_cost',
  verifiedCostMicros,
  reason: 'the invoice says so',
});
const FAVOUR = { resolution: 'customer_favour', reason: 'the provider never answered' };

const execution = (id: string) => endOf(gateway.databaseUrl, id);
/** Findings of the keeper's ledger check about this execution. */
const findings = async (id: string) =>
  runSql(gateway.databaseUrl, `SELECT * FROM ledger_check_costs(ARRAY['${project.id}'], ARRAY['${id}'])`);
const account = () => accountOf(gateway.databaseUrl, project.id);

describe('the list of reviews', () => {
  test('shows the provider call, the proven cost and the time of the next look', async () => {
    const { executionId } = await underReview(gateway.database, project.id, { proven: [40] });
    const { data } = await get(`/projects/${project.id}/reviews/${executionId}`);
    expect(data).toMatchObject({
      executionId,
      tool: 'image-generate',
      step: 1,
      reason: 'no_answer',
      exposureMicros: EXPOSURE,
      heldMicros: HELD,
      hasStoredResponse: false,
      asked: {
        provider: 'openai',
        model: 'sim-image',
        token: `${executionId}.1`,
        parameters: { prompt: 'a lighthouse' },
      },
      proven: [{ step: 0, costMicros: 40 }],
    });
    const { reviews } = (await get<Page>('/reviews')).data;
    expect(reviews.find((each) => each.executionId === executionId)).toEqual(data);
  });

  test('is read by pages, each review once, even if the last review of a page ends before the next page', async () => {
    for (let count = 0; count < 5; count++) await underReview(gateway.database, project.id);
    const all = (await get<Page>('/reviews')).data.reviews.map(({ executionId }) => executionId);
    const paged: string[] = [];
    for (let next = ''; ;) {
      const { reviews, nextBefore } = (await get<Page>(`/reviews?limit=2${next}`)).data;
      paged.push(...reviews.map(({ executionId }) => executionId));
      if (nextBefore === null) break;
      await resolve(reviews.at(-1)?.executionId ?? '', FAVOUR);
      next = `&before=${nextBefore}`;
    }
    expect(paged).toEqual(all);
  });

  test('refuses a cursor that no page returned', async () => {
    for (const before of [newId('execution'), `1.${newId('key')}`, `.${newId('execution')}`, '1.2'])
      expect((await get(`/reviews?before=${before}`)).error.message, before).toBe('invalid_request');
    const { reviews } = (await get<Page>(`/reviews?before=9999999999999.${newId('execution')}`)).data;
    expect(reviews).toEqual([]);
  });
});

describe('an operator', () => {
  test('ends a review with a verified cost: the cost is charged, and the rest is available again', async () => {
    const { executionId } = await underReview(gateway.database, project.id, { proven: [40] });
    const before = await account();
    const { data } = await resolve(executionId, verified(300));
    expect(data).toEqual({ executionId, status: 'failed', chargedMicros: 340, releasedMicros: HELD - 340 });
    expect(await execution(executionId)).toEqual({
      status: 'failed',
      reason: 'outcome_unknown',
      charged: 340,
      billed: 340,
    });
    const { available = 0, held = 0, spent = 0 } = before ?? {};
    expect(await account()).toEqual({ available: available + HELD - 340, held: held - HELD, spent: spent + 340 });
    expect(await findings(executionId)).toEqual([]);
  });

  test("ends a review in the customer's favour: the proven cost is charged, and nothing for the provider call", async () => {
    const { executionId } = await underReview(gateway.database, project.id, { proven: [40] });
    expect((await resolve(executionId, FAVOUR)).data).toMatchObject({ chargedMicros: 40, releasedMicros: HELD - 40 });
    expect(await findings(executionId)).toEqual([]);
  });

  test('is recorded in the audit log, with the reason and without the input of the execution', async () => {
    const { executionId } = await underReview(gateway.database, project.id);
    await resolve(executionId, verified(0));
    const { data } = await get<{ entries: readonly object[] }>(`/projects/${project.id}/audit?limit=1`);
    expect(data.entries[0]).toMatchObject({
      act: 'review.resolve',
      actor: { kind: 'operator', subject: 'olga' },
      target: executionId,
      reason: 'the invoice says so',
      before: { exposureMicros: EXPOSURE },
      after: { chargedMicros: 0, resolution: 'verified_cost' },
    });
    expect(JSON.stringify(data)).not.toContain('lighthouse');
  });

  test('cannot charge more than the hold, and an invalid resolution is refused with its problems', async () => {
    const { executionId } = await underReview(gateway.database, project.id, { proven: [40] });
    for (const body of [
      verified(HELD - 39),
      { ...FAVOUR, verifiedCostMicros: 1 },
      { resolution: 'verified_cost', reason: 'x' },
      { resolution: 'customer_favour' },
      { resolution: 'customer_favour', reason: '' },
      { resolution: 'lost', reason: 'x' },
    ])
      expect((await resolve(executionId, body)).error.message, JSON.stringify(body)).toBe('invalid_request');
    expect(await execution(executionId)).toMatchObject({ status: 'needs_review' });
    expect((await resolve(executionId, verified(HELD - 40))).data).toMatchObject({
      chargedMicros: HELD,
      releasedMicros: 0,
    });
  });

  test('ends a review once: another attempt gets 404, and a replay of the request gets the same response', async () => {
    const { executionId } = await underReview(gateway.database, project.id);
    const headers = { 'Idempotency-Key': `of-${executionId}` };
    const first = await resolve(executionId, verified(5), headers);
    const again = await resolve(executionId, verified(5), headers);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect((await resolve(executionId, verified(6))).error.message).toBe('not_found');
    expect((await resolve(newId('execution'), verified(6))).error.message).toBe('not_found');
    expect(await execution(executionId)).toMatchObject({ charged: 5 });
  });

  test('cannot end a review whose response is stored', async () => {
    const { executionId } = await underReview(gateway.database, project.id);
    const key = callResultKey({ projectId: project.id, executionId, step: 0 });
    await gateway.artifacts.put(key, Buffer.from('{}'), { mimeType: 'application/json', sizeBytes: 2 });
    expect((await resolve(executionId, FAVOUR)).error.message).toBe('review_has_evidence');
    expect((await get(`/projects/${project.id}/reviews/${executionId}`)).data).toMatchObject({
      hasStoredResponse: true,
    });
  });
});

const ROUNDS = 12;
const after = async (queries: number): Promise<void> => {
  for (let query = 0; query < queries; query++) await gateway.database.prisma.$queryRaw`SELECT 1`;
};
const EVIDENCE_COST = 9;
const settlements = (id: string) =>
  runSql(
    gateway.databaseUrl,
    `SELECT amount_micros::int AS micros FROM ledger_transfer WHERE execution_id = '${id}' AND kind = 'settle'`,
  );

describe('concurrently with workers', () => {
  const store = () => createWorkerStore(gateway.database, { engine: 'provider', leaseSeconds: 600 });
  const due = (id: string) =>
    runSql(gateway.databaseUrl, `UPDATE execution SET review_at = instant() WHERE id = '${id}'`);

  test('a review that a worker has claimed cannot be ended, and nothing is recorded', async () => {
    const { executionId } = await underReview(gateway.database, project.id);
    await due(executionId);
    expect(await store().claim({ projectId: project.id, id: executionId })).not.toBeNull();
    expect((await resolve(executionId, FAVOUR)).error.message).toBe('review_not_open');
    expect(await execution(executionId)).toMatchObject({ status: 'needs_review' });
  });

  test('either evidence or an operator ends a review, and it is charged once, in whatever order they arrive', async () => {
    const winners = new Set<string>();
    // Each round approaches the moment at which the other side wins.
    let [soon, tooLate]: [number, number | null] = [0, null];
    for (let round = 0; round < ROUNDS; round++) {
      const { executionId } = await underReview(gateway.database, project.id);
      await due(executionId);
      const before = await account();
      const queries: number = tooLate === null ? 2 ** round - 1 : Math.floor((soon + tooLate) / 2);
      const failing = { projectId: project.id, id: executionId, costMicros: EVIDENCE_COST };
      const [isFound, reply] = await Promise.all([
        after(queries).then(() => failedAtCost(gateway.database, failing)),
        resolve(executionId, verified(7)),
      ]);
      if (isFound) soon = queries;
      else tooLate = queries;
      winners.add(isFound ? 'evidence' : 'operator');
      expect(reply.status === 200, reply.text).toBe(!isFound);
      const charged = isFound ? EVIDENCE_COST : 7;
      const reason = isFound ? 'provider_failed' : 'outcome_unknown';
      expect(await execution(executionId)).toEqual({ status: 'failed', reason, charged, billed: charged });
      const { available = 0, held = 0, spent = 0 } = before ?? {};
      expect(await account()).toEqual({
        available: available + HELD - charged,
        held: held - HELD,
        spent: spent + charged,
      });
      expect(await settlements(executionId)).toEqual([{ micros: charged }]);
      expect(await findings(executionId)).toEqual([]);
    }
    expect([...winners].sort()).toEqual(['evidence', 'operator']);
  });

  test('a worker that has lost the review writes nothing afterwards', async () => {
    const { executionId, leased } = await underReview(gateway.database, project.id);
    await resolve(executionId, verified(7));
    const late = { ...leased, steps: [], handOver: null };
    expect(await store().record(late)).toBe(false);
    expect(await execution(executionId)).toMatchObject({ status: 'failed', charged: 7 });
  });
});

test('a member of the project, even an ADMIN, cannot end a review', async () => {
  const { executionId } = await underReview(gateway.database, project.id);
  const session = await gateway.memberSession(project.id, 'ADMIN');
  const path = `POST /projects/${project.id}/reviews/${executionId}/resolve`;
  expect((await gateway.operate(path, { session, body: FAVOUR })).error.message).toBe('not_found');
});
