import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, testDatabase } from '@tollgate/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { environmentFor } from './testing/gateway.fixture.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let database: TestDatabase;
let directory: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'tollgate-main-'));
});

afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/** Starts the process with a channel to its parent, as the supervisor does, and waits until it listens. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const env = { ...(await environmentFor(database.appUrl, directory)), PATH: process.env['PATH'] };
  const child = fork(MAIN, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] });
  children.push(child);
  for await (const chunk of child.stdout ?? []) {
    if (String(chunk).includes('the gateway listens')) break;
  }
  return { child, url: `http://127.0.0.1:${env.TOLLGATE_PORT}` };
}

test('wrong settings are told all at once, before a port is bound', async () => {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: 'mysql://x',
    TOLLGATE_PORT: 'http',
    TOLLGATE_KEY_PEPPER: 'short',
    TOLLGATE_TYPO: '1',
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [problems, output, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(78);
  expect(output).toBe('');
  for (const variable of [
    'DATABASE_URL',
    'TOLLGATE_PORT',
    'TOLLGATE_KEY_PEPPER',
    'TOLLGATE_DATA_DIR',
    'TOLLGATE_URL_SECRET',
    'TOLLGATE_TYPO',
  ]) {
    expect(problems).toContain(variable);
  }
  expect(problems).not.toContain('short');
});

test('SIGTERM makes it not ready, then ends it in order', async () => {
  const { child, url } = await start();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  const exited = once(child, 'exit');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 20 }).toBe(503);
  const last = await fetch(`${url}/healthz`);
  expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
  expect(await exited).toEqual([0, null]);
});

test('it ends when its supervisor is gone', async () => {
  const { child } = await start();
  const exited = once(child, 'exit');
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});
