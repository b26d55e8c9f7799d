import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningProcess, startProcess, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { environmentFor } from './testing/gateway.fixture.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let database: TestDatabase;
let directory: string;
const started: RunningProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'farebox-main-'));
});

afterEach(() => Promise.all(started.splice(0).map((each) => each.end('SIGKILL'))));

afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/** Starts the process with a channel to its parent, as the supervisor does, and waits until it listens. */
async function start(): Promise<{ gateway: RunningProcess; url: string }> {
  const env = await environmentFor(database.appUrl, directory);
  const gateway = startProcess({ command: [process.execPath, MAIN], env, channel: true });
  started.push(gateway);
  await gateway.said(/the gateway listens/);
  return { gateway, url: `http://127.0.0.1:${env.FAREBOX_PORT}` };
}

test('all wrong settings are reported together, before a port is bound', async () => {
  const env = {
    DATABASE_URL: 'mysql://x',
    FAREBOX_PORT: 'http',
    FAREBOX_KEY_PEPPER: 'short',
    FAREBOX_TYPO: '1',
  };
  const { code, stdout, stderr } = await startProcess({ command: [process.execPath, MAIN], env, stderr: 'keep' }).ended;
  expect(code).toBe(78);
  expect(stdout).toBe('');
  for (const variable of [
    'DATABASE_URL',
    'FAREBOX_PORT',
    'FAREBOX_KEY_PEPPER',
    'FAREBOX_DATA_DIR',
    'FAREBOX_URL_SECRET',
    'FAREBOX_TYPO',
  ]) {
    expect(stderr).toContain(variable);
  }
  expect(stderr).not.toContain('short');
});

test('SIGTERM makes the gateway not ready and then ends it in order', async () => {
  const { gateway, url } = await start();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const ended = gateway.end('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 20 }).toBe(503);
  const last = await fetch(`${url}/healthz`);
  expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toMatchObject({ code: 0 });
});

test('the gateway ends when its supervisor has died', async () => {
  const { gateway } = await start();
  gateway.child.disconnect();
  expect(await gateway.ended).toMatchObject({ code: 0 });
});
