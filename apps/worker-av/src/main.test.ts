/**
 * The app as a process. With ffmpeg it does the paid work and settles it; without ffmpeg it reports that, and leaves
 * the work to other workers.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SAMPLE_IDS } from '@farebox/catalog';
import { createExecutionStore } from '@farebox/executions';
import { SAMPLES } from '@farebox/files';
import { createOrganization, createProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createPostgresQueue } from '@farebox/queue';
import { openTestDatabase, type RunningProcess, startProcess, testDatabase } from '@farebox/testing';
import { expect, test, vi } from 'vitest';
import { catalog, FFMPEG } from './testing/media.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const silent = { warn: () => {} };
const WORKING = /"working"/;

function start(env: Readonly<Record<string, string>>): RunningProcess {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  return startProcess({
    command: [process.execPath, main],
    env: { FAREBOX_METRICS_PORT: '0', ...env },
    stderr: 'keep',
    channel: true,
  });
}

async function openFixture() {
  const database = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-av-test-'));
  return {
    env: { DATABASE_URL: database.appUrl, FAREBOX_DATA_DIR: directory },
    url: database.appUrl,
    async [Symbol.asyncDispose]() {
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

test('all wrong settings are reported at once, before anything is opened', async () => {
  const { code, stderr } = await start({ FAREBOX_AV_OUTPUT_MB: '0', FAREBOX_AV_SECONDS_MAX: 'long' }).ended;
  expect(code).toBe(78);
  for (const variable of ['DATABASE_URL', 'FAREBOX_AV_OUTPUT_MB', 'FAREBOX_AV_SECONDS_MAX'])
    expect(stderr).toContain(variable);
});

test('without ffmpeg the worker runs, and reports what is missing and how to install it', async () => {
  await using fixture = await openFixture();
  const app = start({ ...fixture.env, FAREBOX_FFMPEG: '/nonexistent/ffmpeg' });
  const [line] = await app.said(/.*"lacking"[^]*"working".*/);
  expect(line).toContain('convert-audio');
  expect(line).toContain('no program at /nonexistent/ffmpeg');
  expect(line).toContain('apt-get install ffmpeg');
  expect(await app.end('SIGTERM')).toMatchObject({ code: 0 });
});

test.skipIf(FFMPEG === null)(
  'a sample is converted, stored with its measured duration, and charged as quoted',
  async () => {
    await using fixture = await openFixture();
    const app = start(fixture.env);
    await app.said(WORKING);
    const database = openTestDatabase({ url: fixture.url, poolMax: 2, applicationName: 'test' });
    const queue = createPostgresQueue({ databaseUrl: fixture.url, logger: silent });
    const executions = createExecutionStore(database);
    const organizationId = await createOrganization(database, 'Test');
    const projectId = await createProject(database, { organizationId, name: 'Test' });
    await topUp(database, { projectId, amountMicros: micros(1_000_000n), reference: 'start' });
    const { id, maximumMicros } = await accept(executions, projectId);
    await queue.notify('av', [{ projectId, executionId: id, epoch: 0 }]);
    await vi.waitFor(async () => expect((await executions.get(projectId, id))?.status).toBe('succeeded'), WAIT);
    expect(await executions.get(projectId, id)).toMatchObject({
      chargedMicros: Number(maximumMicros),
      steps: [{ engine: 'av', name: 'convert', status: 'succeeded' }],
      output: { artifacts: [{ mimeType: 'audio/flac', durationSeconds: expect.closeTo(8, 0) }] },
    });
    expect(await app.end('SIGTERM')).toMatchObject({ code: 0 });
    await queue.close();
    await database.close();
  },
);

async function accept(executions: ReturnType<typeof createExecutionStore>, projectId: string) {
  const request = { tool: 'audio-convert', arguments: { source: { fileId: SAMPLE_IDS.music }, model: 'flac' } };
  const prepared = catalog.prepare(request);
  if (!prepared.ok) throw new Error(prepared.message);
  const quoted = catalog.quote(prepared, SAMPLES);
  if (!quoted.ok) throw new Error(quoted.message);
  const outcome = await executions.accept({
    ...quoted,
    projectId,
    keyId: 'key_one',
    keyLineage: 'key_one',
    idempotencyKey: randomUUID(),
    bodyHash: 'ab'.repeat(32),
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return { id: outcome.execution.id, maximumMicros: quoted.maximumMicros };
}
