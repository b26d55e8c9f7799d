/** A complete worker that was started with a low priority: its jobs succeed, and its child keeps that priority. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { micros } from '@farebox/kernel';
import { openProject } from '@farebox/identity';
import { openTestDatabase, startApps, startProgram, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { innermost } from './testing/processes.ts';
import { waves } from './testing/samples.ts';

const ENDED = ['succeeded', 'failed', 'cancelled', 'needs_review'];
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

async function openKey(url: string, pepper: string): Promise<string> {
  const database = openTestDatabase({ url, poolMax: 1, applicationName: 'test' });
  const member = { subject: 'nice', name: 'Nice' };
  const balance = { balanceMicros: micros(1_000_000n), environment: 'test' } as const;
  const key = { name: 'nice', expiresAt: null };
  const opened = await openProject(
    { database, pepper },
    { organization: 'O', name: 'P', admin: member, ...balance, key },
  );
  await database.close();
  return opened.key;
}

async function niceOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

test.skipIf(process.platform !== 'linux')('a worker that was started at nice 15 resizes a picture', async () => {
  await using database = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-nice-'));
  const pepper = randomBytes(32).toString('hex');
  const env = {
    DATABASE_URL: database.appUrl,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_KEY_PEPPER: pepper,
    FAREBOX_URL_SECRET: randomBytes(32).toString('hex'),
    FAREBOX_OPERATOR_PORT: '0',
  };
  const authorization = `Bearer ${await openKey(database.url, pepper)}`;
  const apps = await startApps({ directory, env, gateways: { gateway: {} }, imageWorkers: 0 });
  const command = ['nice', '-n', '15', process.execPath, MAIN];
  const worker = startProgram({
    name: 'nice-worker',
    directory,
    command,
    env: { ...env, FAREBOX_METRICS_PORT: '0', FAREBOX_WORKER_CONCURRENCY: '1' },
  });
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${apps.gatewayUrls[0]}${path}`, { headers, ...sent });
    const { data, error } = (await response.json()) as { data?: Record<string, unknown>; error?: unknown };
    if (data === undefined) throw new Error(JSON.stringify(error));
    return data;
  };
  try {
    const data = (await waves(64, 48).png().toBuffer()).toString('base64');
    const { id: fileId } = await ask('/tools/upload', { mimeType: 'image/png', data });
    const request = { tool: 'image-resize', arguments: { source: { fileId }, width: 8 } };
    const { priceVersion, maximumChargeMicros } = await ask('/tools/quote', request);
    const { id } = await ask('/tools/image-resize', { ...request, priceVersion, maximumChargeMicros });
    const read = (): Promise<Record<string, unknown>> => ask(`/tools/executions/${String(id)}`);
    const status = async () => ENDED.includes(String((await read())['status']));
    await expect.poll(status, { interval: 1000, timeout: 120_000 }).toBe(true);
    expect(await read()).toMatchObject({ status: 'succeeded' });
    expect(await niceOf(await innermost(worker.pid))).toBe(Math.min(19, getPriority() + 15));
  } finally {
    await worker.stop();
    await apps.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
