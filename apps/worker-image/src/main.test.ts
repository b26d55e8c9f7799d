/** The app as a process: how it starts, works and ends. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCatalog } from '@farebox/catalog';
import { createExecutionStore } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { createPostgresQueue } from '@farebox/queue';
import { openTestDatabase, type RunningProcess, startProcess, testDatabase } from '@farebox/testing';
import { expect, test, vi } from 'vitest';

const WAIT = { timeout: 30_000, interval: 50 };
const silent = { warn: () => {} };

function start(env: Readonly<Record<string, string>>): RunningProcess {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  return startProcess({
    command: [process.execPath, main],
    env: { FAREBOX_METRICS_PORT: '0', FAREBOX_URL_SECRET: 'x'.repeat(32), ...env },
    stderr: 'keep',
    channel: true,
  });
}

const WORKING = /"working"/;

async function openFixture() {
  const database = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-image-test-'));
  const env = { DATABASE_URL: database.appUrl, FAREBOX_DATA_DIR: directory };
  return {
    env,
    url: database.appUrl,
    superuserUrl: database.url,
    async [Symbol.asyncDispose]() {
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

test('all wrong settings are reported at once, before anything is opened', async () => {
  const { code, stderr } = await start({ FAREBOX_LEASE_SECONDS: '0', FAREBOX_TYPO: '1' }).ended;
  expect(code).toBe(78);
  for (const variable of ['DATABASE_URL', 'FAREBOX_DATA_DIR', 'FAREBOX_LEASE_SECONDS', 'FAREBOX_TYPO']) {
    expect(stderr).toContain(variable);
  }
});

test('a worker that loses its supervisor ends in order', async () => {
  await using fixture = await openFixture();
  const app = start(fixture.env);
  await app.said(WORKING);
  app.child.disconnect();
  expect(await app.ended).toMatchObject({ code: 0 });
});

test('on SIGTERM, the worker ends and settles its running work, and exits with 0', async () => {
  await using fixture = await openFixture();
  const app = start(fixture.env);
  await app.said(WORKING);
  const database = openTestDatabase({ url: fixture.url, poolMax: 2, applicationName: 'test' });
  const queue = createPostgresQueue({ databaseUrl: fixture.url, logger: silent });
  const executions = createExecutionStore(database);
  const projectId = await createProject(database, {
    organizationId: await createOrganization(database, 'Test'),
    name: 'Test',
  });
  await topUp(database, { projectId, amountMicros: micros(1_000_000n), reference: 'start' });
  const id = await acceptRehearsal(executions, projectId);
  await queue.notify('image', [{ projectId, executionId: id, epoch: 0 }]);
  await vi.waitFor(async () => expect((await executions.get(projectId, id))?.status).toBe('running'), WAIT);
  expect(await app.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await executions.get(projectId, id)).toMatchObject({
    status: 'succeeded',
    output: { artifacts: [{ sizeBytes: 1000 }] },
  });
  await queue.close();
  await database.close();
});

async function acceptRehearsal(
  executions: ReturnType<typeof createExecutionStore>,
  projectId: string,
): Promise<string> {
  const request = { tool: 'rehearsal', arguments: { durationMs: 1500, artifactBytes: 1000 } };
  const catalog = createCatalog({ rehearsal: true });
  const prepared = catalog.prepare(request);
  if (!prepared.ok) throw new Error(prepared.message);
  const quoted = catalog.quote(prepared, new Map());
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
  return outcome.execution.id;
}
