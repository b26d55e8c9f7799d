/**
 * Caps of an organization and of a key as clients see them: the quote names them like a project's cap, and a refusal states
 * the remaining amount.
 */
import { randomUUID } from 'node:crypto';
import type { Quote } from '@farebox/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startTestGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());

const input = { tool: 'rehearsal', arguments: {} };
const quote = async (key: string) => (await gateway.call<Quote>('POST /tools/quote', { key, json: input })).data;

async function execute(key: string) {
  const { priceVersion, maximumChargeMicros } = await quote(key);
  const headers = { 'Idempotency-Key': randomUUID() };
  return gateway.call('POST /tools/rehearsal', { key, headers, json: { ...input, priceVersion, maximumChargeMicros } });
}

async function isStopped(key: string, leftMicros: number): Promise<void> {
  const { blockers, maximumChargeMicros } = await quote(key);
  expect(blockers).toEqual(['monthly_cap_reached']);
  const { status, error, headers } = await execute(key);
  const details = { availableMicros: leftMicros, requiredMicros: maximumChargeMicros };
  expect([status, error.message, error.details]).toEqual([429, 'monthly_cap_reached', details]);
  expect(headers.get('Retry-After')).toBeNull();
}

test('the cap of an organization limits each of its projects', async () => {
  const project = await gateway.newProject();
  const { token } = await project.newKey();
  const { maximumChargeMicros } = await quote(token);
  const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
  const monthlyCapMicros = BigInt(maximumChargeMicros) + 1n;
  await gateway.database.prisma.organization.update({ where: { id: organizationId }, data: { monthlyCapMicros } });
  expect((await quote(token)).blockers).toEqual([]);
  expect((await execute(token)).status).toBe(202);
  await isStopped(token, 1);
});

test('the cap of a key limits its lineage and no other key', async () => {
  const project = await gateway.newProject();
  const [{ token, keyId }, other] = [await project.newKey(), await project.newKey()];
  const { maximumChargeMicros } = await quote(token);
  const monthlyCapMicros = BigInt(maximumChargeMicros) + 2n;
  const id = { projectId: project.id, id: keyId };
  await gateway.database.prisma.apiKey.update({ where: { projectId_id: id }, data: { monthlyCapMicros } });
  expect((await execute(token)).status).toBe(202);
  await isStopped(token, 2);
  expect((await execute(other.token)).status).toBe(202);
});
