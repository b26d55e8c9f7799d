/** For the matrix of tenant isolation: a project with one of everything that a request can name. */
import { randomBytes } from 'node:crypto';
import type { Quote } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import { expect, vi } from 'vitest';
import type { Reply, TestProject } from '../testing/gateway.fixture.ts';
import type { TestOperatorGateway } from '../testing/operator.fixture.ts';
import type { Named } from './public-requests.fixture.ts';

/** An image of four by four pixels, in base64. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGMwTpsJRwzEcQDrIxMhwmPP/AAAAABJRU5ErkJggg==';

/** Price terms in basis points, by tenant name. Projects with equal terms share a price version. */
const TERMS: Readonly<Record<string, number>> = { theirs: 8_000 };
const SOON = { timeout: 30_000, interval: 50 };

export interface Tenant {
  readonly key: string;
  readonly named: Named;
}

/** @param name used for the tenant's template and in its idempotency key. */
export async function newTenant(gateway: TestOperatorGateway, project: TestProject, name: string): Promise<Tenant> {
  const { token: key } = await project.newKey({ role: 'ADMIN' });
  const session = await gateway.session({ isOperator: true });
  const call = <T>(request: string, json: object, headers: Readonly<Record<string, string>> = {}) =>
    answered(() => gateway.call<T>(request, { key, headers, json }));
  const body = { basisPoints: TERMS[name] ?? 9_000 };
  await answered(() => gateway.operate(`POST /projects/${project.id}/prices`, { session, body }));
  const { id: fileId } = await call<{ id: string }>('POST /tools/upload', { mimeType: 'image/png', data: PNG });
  const input = { tool: 'image-analyze', arguments: { source: { fileId } } };
  const current = await answered(() => gateway.operate<{ version: string }>('GET /prices/current', { session }));
  const idempotencyKey = `of-${name}-matrix`;
  const headers = { 'Idempotency-Key': idempotencyKey };
  // Waits until the project's price terms are in force: for the gateway that quotes, and for the database that accepts.
  const { executionId, priceVersion, paid } = await vi.waitFor(async () => {
    const quoted = await call<Quote>('POST /tools/quote', input);
    expect(quoted.priceVersion).not.toBe(current.version);
    const terms = { priceVersion: quoted.priceVersion, maximumChargeMicros: quoted.maximumChargeMicros };
    const { id } = await call<{ id: string }>('POST /tools/image-analyze', { ...input, ...terms }, headers);
    return { executionId: id, priceVersion: quoted.priceVersion, paid: terms };
  }, SOON);
  await call('POST /tools/templates', { name, parameters: {}, steps: [input] });
  const batch = { tool: input.tool, items: [{ arguments: input.arguments }], ...paid };
  const { id: batchId } = await call<{ id: string }>('POST /tools/batches', batch, headers);
  const artifactId = await made(gateway, project.id, executionId);
  // Ends the execution and the batch, so that their event streams end.
  await call(`POST /tools/executions/${executionId}/cancel`, {});
  await call(`POST /tools/batches/${batchId}/cancel`, {});
  const told = async (path: string) => {
    const { text } = await gateway.call(`GET ${path}`, { key });
    return [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '';
  };
  const eventId = await told(`/tools/executions/${executionId}/events`);
  const batchEventId = await told(`/tools/batches/${batchId}/events`);
  const positionId = await told('/tools/events');
  expect([eventId, batchEventId, positionId]).not.toContain('');
  return {
    key,
    named: {
      executionId,
      idempotencyKey,
      fileId,
      artifactId,
      template: name,
      batchId,
      priceVersion,
      eventId,
      batchEventId,
      positionId,
    },
  };
}

/** Data of a success. A starved machine may answer 503, which asks for the same request again. */
async function answered<T>(send: () => Promise<Reply<T>>): Promise<T> {
  const { data } = await vi.waitFor(async () => {
    const reply = await send();
    if (reply.status === 503) throw new Error(reply.text);
    return reply;
  }, SOON);
  return data;
}

/** Inserts the row of an artifact; its object is never read. */
async function made({ database }: TestOperatorGateway, projectId: string, executionId: string): Promise<string> {
  const id = newId('file');
  const columns = {
    executionId,
    step: 0,
    position: 0,
    objectKey: `projects/${projectId}/executions/${executionId}/${id}`,
  };
  const expiresAt = new Date(Date.now() + 3_600_000);
  const content = { sha256: randomBytes(32), mimeType: 'image/png', sizeBytes: 1n };
  await database.prisma.file.create({ data: { id, projectId, origin: 'artifact', expiresAt, ...columns, ...content } });
  return id;
}
