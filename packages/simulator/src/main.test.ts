import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tollgate/embedded';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from './testing/client.ts';
import { eventually } from './testing/eventually.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
let directory: string;
let port: number;
let client: Client;
let child: ChildProcess;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-simulator-'));
  port = await freePort();
  client = createClient(`http://127.0.0.1:${port}`);
  await start();
});
afterEach(async () => {
  await end('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const env = { PATH: process.env['PATH'], TOLLGATE_SIMULATOR_PORT: String(port), TOLLGATE_SIMULATOR_DIR: directory };
  child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await eventually(() => client.get('/_simulator/ready'));
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const file = (): string => join(directory, 'costs.jsonl');
const tokens = async (): Promise<string[]> => (await client.costs()).map(({ token }) => token);

test('what was answered is in the cost log, whenever the process is killed', async () => {
  const replied: string[] = [];
  const sending = Array.from({ length: 40 }, async (_, index) => {
    const response = await client.image(`cat ${index}`, `exe_1.${index}`);
    if (response.ok) replied.push(`exe_1.${index}`);
    if (replied.length === 10) child.kill('SIGKILL');
  });
  await Promise.allSettled(sending);
  await end('SIGKILL');
  expect(replied.length).toBeGreaterThanOrEqual(10);
  expect(replied.length).toBeLessThan(40);
  await start();
  const booked = await tokens();
  expect(booked).toEqual(expect.arrayContaining(replied));
  expect(new Set(booked).size).toBe(booked.length);
});

test('a crash after accepting ends the process; the effect stays, once', async () => {
  await expect(client.image('#sim:crash-after-accept cat', 'exe_1.0')).rejects.toThrow('fetch failed');
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  await start();
  expect((await client.image('#sim:crash-after-accept cat', 'exe_1.0')).status).toBe(200);
  expect(await tokens()).toEqual(['exe_1.0']);
});

test('a line that a kill has cut is no effect, and what comes after it is whole', async () => {
  await client.image('cat', 'exe_1.0');
  await end('SIGKILL');
  await appendFile(file(), '{"at":"2026-01-01T00:00:00.000Z","kind":"char');
  await start();
  await client.image('cat', 'exe_1.1');
  expect(await tokens()).toEqual(['exe_1.0', 'exe_1.1']);
  expect(readFileSync(file(), 'utf8')).not.toContain('2026-01-01T00:00');
});

test('SIGTERM ends it, hanging calls or not', async () => {
  const hanging = client.image('#sim:hang', 'exe_1.0').catch((error: unknown) => error);
  await eventually(tokens, (found) => found.length > 0);
  await end('SIGTERM');
  expect(child.exitCode).toBe(0);
  expect(await hanging).toBeInstanceOf(Error);
});
