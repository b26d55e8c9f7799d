/** Pipelines from quote to settlement: accepted as by the gateway, run by this app as a process. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createCatalog, type Quote } from '@farebox/catalog';
import type { Execution } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { createExecutionStore } from '@farebox/executions';
import { createFileStore } from '@farebox/files';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { createPostgresQueue, type WorkQueue } from '@farebox/queue';
import { inspect } from '@farebox/media';
import { createDiskStore } from '@farebox/storage';
import { openTestDatabase, type RunningProcess, startProcess, type TestDatabase, testDatabase } from '@farebox/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waves } from './testing/samples.ts';

const URL_SECRET = 'x'.repeat(32);
const catalog = createCatalog({ rehearsal: true });
let server: TestDatabase;
let directory: string;
let database: Database;
let queue: WorkQueue;
let worker: RunningProcess;
let projectId: string;

beforeAll(async () => {
  server = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'farebox-pipeline-'));
  await store().prepare();
  database = openTestDatabase({ url: server.url, poolMax: 2, applicationName: 'test' });
  queue = createPostgresQueue({ databaseUrl: server.url, logger: { warn: () => {} } });
  const organizationId = await createOrganization(database, 'Test');
  projectId = await createProject(database, { organizationId, name: 'Test' });
  await topUp(database, { projectId, amountMicros: micros(1_000_000n), reference: 'start' });
  worker = startProcess({
    command: [process.execPath, fileURLToPath(new URL('./main.ts', import.meta.url))],
    env: {
      DATABASE_URL: server.appUrl,
      FAREBOX_DATA_DIR: directory,
      FAREBOX_URL_SECRET: URL_SECRET,
      FAREBOX_METRICS_PORT: '0',
    },
    channel: true,
  });
  // Before that, no worker may be there to receive work, and no keeper delivers it in this test.
  await worker.said(/"working"/);
});

afterAll(async () => {
  await worker.end('SIGTERM');
  await queue.close();
  await database.close();
  await server.drop();
  await rm(directory, { recursive: true, force: true });
});

const store = () => createDiskStore({ directory });

/**
 * An image that is upright by its EXIF orientation. `width` and `height` are those of the stored raster; the upright
 * image has them exchanged.
 */
async function uploadTurned(width: number, height: number): Promise<string> {
  const bytes = await waves(width, height).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { ok: _, ...facts } = inspect(bytes, 'image/jpeg');
  expect(facts).toEqual({ width: height, height: width });
  const upload = { projectId, sha256, mimeType: 'image/jpeg', sizeBytes: bytes.length, ...facts };
  const file = await createFileStore(database).saveUpload(upload, (key) =>
    store().put(key, bytes, { mimeType: 'image/jpeg', sizeBytes: bytes.length }),
  );
  return file.id;
}

async function quoteOf(steps: readonly object[]): Promise<Quote> {
  const prepared = catalog.prepare({ tool: 'pipeline', arguments: { steps } });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  const quote = catalog.quote(prepared, await createFileStore(database).facts(projectId, prepared.fileIds));
  if (!quote.ok) throw new Error(JSON.stringify(quote));
  return quote;
}

async function run(quote: Quote): Promise<Execution> {
  const executions = createExecutionStore(database);
  const key = { keyId: 'key_one', keyLineage: 'key_one', idempotencyKey: randomUUID(), bodyHash: 'ab'.repeat(32) };
  const outcome = await executions.accept({ ...quote, ...key, projectId });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  const { id } = outcome.execution;
  await queue.notify('image', [{ projectId, executionId: id, epoch: 0 }]);
  return await vi.waitFor(
    async () => {
      const execution = await executions.get(projectId, id);
      expect(execution?.finishedAt).not.toBeNull();
      return execution as Execution;
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function picture(execution: Execution, n: number) {
  const fileId = execution.output.artifacts[n]?.id ?? '';
  const found = await createFileStore(database).artifact(projectId, execution.id, fileId);
  return sharp(await buffer(await store().read(found?.objectKey ?? ''))).metadata();
}

const resize = (fileId: string) => ({ tool: 'image-resize', arguments: { source: { fileId }, width: 200 } });
const made = (step: number) => ({ step, artifact: 0 });

test('resize, convert, analyze: each step reads the artifact of the step before, and the charge is within the quote', async () => {
  const quote = await quoteOf([
    resize(await uploadTurned(3000, 1500)),
    { tool: 'image-convert', arguments: { source: made(0), model: 'webp' } },
    { tool: 'image-analyze', arguments: { source: made(1), colors: 2 } },
  ]);
  const end = await run(quote);
  expect(end).toMatchObject({ status: 'succeeded', tool: 'pipeline', model: null });
  expect(end.steps.map(({ name, status }) => [name, status])).toEqual([
    ['resize', 'succeeded'],
    ['convert', 'succeeded'],
    ['analyze', 'succeeded'],
  ]);
  expect(end.output.artifacts.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg', 'image/webp']);
  expect(end.output.result).toMatchObject({ width: 200, height: 400, format: 'webp' });
  expect(await picture(end, 1)).toMatchObject({ format: 'webp', width: 200, height: 400 });
  const units = end.billing.filter(({ unit }) => unit === 'megapixel').map(({ quantity }) => quantity);
  expect(units).toEqual([5, 1, 1]);
  quote.plan.forEach(({ price }, n) => expect(price.unitsMax).toBeGreaterThanOrEqual(units[n] as number));
  expect(end.chargedMicros).toBe(1400);
  expect(end.chargedMicros).toBeLessThanOrEqual(end.maximumChargeMicros);
});

test('an image with EXIF rotation is quoted by its upright size, exactly as it is measured', async () => {
  const source = { fileId: await uploadTurned(200, 300) };
  const quote = await quoteOf([{ tool: 'image-resize', arguments: { source, width: 3000, allowEnlargement: true } }]);
  const end = await run(quote);
  expect(end.output.artifacts).toMatchObject([{ width: 3000, height: 2000 }]);
  expect(quote.plan.map(({ price }) => price.unitsMax)).toEqual([6]);
  expect(end.chargedMicros).toBe(end.maximumChargeMicros);
});

test('artifacts of finished steps remain available if a later step fails, and nothing is charged', async () => {
  const steps = [resize(await uploadTurned(300, 200)), { tool: 'rehearsal', arguments: { outcome: 'fail' } }];
  const end = await run(await quoteOf([...steps, resize(await uploadTurned(310, 200))]));
  expect(end).toMatchObject({ status: 'failed', chargedMicros: 0 });
  expect(end.steps.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'skipped']);
  expect(end.output.artifacts).toHaveLength(1);
  expect(await picture(end, 0)).toMatchObject({ format: 'jpeg', width: 200, height: 300 });
});

test('several artifacts of one step are stored in order, and a later step reads the one that it names', async () => {
  const source = { fileId: await uploadTurned(400, 200) };
  const sizes = [{ width: 100 }, { width: 50 }, { width: 20, height: 20, fit: 'cover' }];
  const quote = await quoteOf([
    { tool: 'image-thumbnails', arguments: { source, sizes } },
    { tool: 'image-convert', arguments: { source: { step: 0, artifact: 1 }, model: 'png' } },
    { tool: 'image-analyze', arguments: { source: { step: 0, artifact: 2 } } },
  ]);
  const end = await run(quote);
  expect(end.status).toBe('succeeded');
  expect(end.output.artifacts.map(({ width, height }) => [width, height])).toEqual([
    [100, 200],
    [50, 100],
    [20, 20],
    [50, 100],
  ]);
  for (const [n, { width }] of end.output.artifacts.entries()) expect((await picture(end, n)).width).toBe(width);
  expect(end.output.result).toMatchObject({ width: 20, height: 20 });
  expect(end.chargedMicros).toBe(800 + 500 + 400);
});
