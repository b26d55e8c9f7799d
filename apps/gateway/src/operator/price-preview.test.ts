/** What a pipeline would have come to at other prices. */
import { randomUUID } from 'node:crypto';
import type { Quote } from '@tollgate/contract';
import { runSql } from '@tollgate/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Table {
  readonly tools: Readonly<Record<string, object>>;
}
interface Preview {
  readonly chargedMicros: number;
  readonly wouldChargeMicros: number;
  readonly notCounted: number;
  readonly tools: readonly object[];
}

let gateway: TestOperatorGateway;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const asked = { source: { fileId: 'file_sample_photo' }, width: 2000, height: 2000 };

test('a preview prices each step of a pipeline by its own tool, and the whole by their minimums together', async () => {
  const session = await gateway.session({ subject: 'olga', isOperator: true });
  const operate = async <T>(request: string, body?: object) =>
    (await gateway.operate<T>(request, { session, ...(body === undefined ? {} : { body }) })).data;
  const steps = [
    { tool: 'image-resize', arguments: asked },
    { tool: 'image-resize', arguments: { ...asked, source: { step: 0, artifact: 0 } } },
  ];
  const own = await gateway.newProject();
  const { token } = await own.newKey();
  const json = { tool: 'pipeline', arguments: { steps } };
  const { priceVersion, maximumChargeMicros } = (await gateway.call<Quote>('POST /tools/quote', { key: token, json }))
    .data;
  const headers = { 'Idempotency-Key': randomUUID() };
  const sent = { ...json, priceVersion, maximumChargeMicros };
  expect((await gateway.call('POST /tools/pipeline', { key: token, headers, json: sent })).status).toBe(202);
  // As its worker would have ended it: four megapixels, then seven.
  await runSql(
    gateway.databaseUrl,
    `SET session_replication_role = replica;
     UPDATE execution SET status = 'succeeded', finished_at = now(), charged_micros = 1000,
       billing = '[{"step": 0, "quantity": 4}, {"step": 1, "quantity": 7}, {"step": null, "quantity": 1}]'
     WHERE project_id = '${own.id}'`,
  );
  const { 'image-resize': resize } = (await operate<Table>('GET /prices/current')).tools;
  const at = async (unitPriceMicros: number) => {
    const tools = { 'image-resize': { ...resize, unitPriceMicros, description: 'By the megapixel.' } };
    return await operate<Preview>(`POST /projects/${own.id}/prices/preview`, { tools });
  };
  // Each of the two has a minimum of 500, which are one minimum of both.
  expect(await at(60)).toMatchObject({ notCounted: 0, chargedMicros: 1_000, wouldChargeMicros: 1_000 });
  expect(await at(100)).toMatchObject({
    tools: [{ tool: 'pipeline', executions: 1, wouldChargeMicros: 4 * 100 + 7 * 100 }],
  });
});
