import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { type RunningProcess, startProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from './testing/client.ts';
import { eventually } from './testing/eventually.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
let directory: string;
let port: number;
let client: Client;
let simulator: RunningProcess;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-simulator-'));
  port = await freePort();
  client = createClient(`http://127.0.0.1:${port}`);
  await start();
});
afterEach(async () => {
  await simulator.end('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const env = { FAREBOX_SIMULATOR_PORT: String(port), FAREBOX_SIMULATOR_DIR: directory };
  simulator = startProcess({ command: [process.execPath, MAIN], env });
  await eventually(() => client.get('/_simulator/ready'));
}

const file = (): string => join(directory, 'costs.jsonl');
const tokens = async (): Promise<string[]> => (await client.costs()).map(({ token }) => token);

test('every call with a response is in the cost log, whenever the process is killed', async () => {
  const replied: string[] = [];
  // Each goes on until the process is gone, so that requests are open then on any machine.
  const sending = Array.from({ length: 8 }, async (_, lane) => {
    for (let call = 0; ; call++) {
      const token = `exe_1.${call * 8 + lane}`;
      const response = await client.image(`cat ${token}`, token);
      if (response.ok) replied.push(token);
      if (replied.length === 10) simulator.child.kill('SIGKILL');
    }
  });
  await Promise.allSettled(sending);
  await simulator.end('SIGKILL');
  expect(replied.length).toBeGreaterThanOrEqual(10);
  await start();
  const booked = await tokens();
  expect(booked).toEqual(expect.arrayContaining(replied));
  expect(new Set(booked).size).toBe(booked.length);
});

test('a crash after accepting ends the process; the effect stays, once', async () => {
  await expect(client.image('#sim:crash-after-accept cat', 'exe_1.0')).rejects.toThrow('fetch failed');
  expect(await simulator.ended).toMatchObject({ signal: 'SIGKILL' });
  await start();
  expect((await client.image('#sim:crash-after-accept cat', 'exe_1.0')).status).toBe(200);
  expect(await tokens()).toEqual(['exe_1.0']);
});

test('a truncated line after a kill is no effect, and the lines after it are complete', async () => {
  await client.image('cat', 'exe_1.0');
  await simulator.end('SIGKILL');
  await appendFile(file(), '{"at":"2026-01-01T00:00:00.000Z","kind":"char');
  await start();
  await client.image('cat', 'exe_1.1');
  expect(await tokens()).toEqual(['exe_1.0', 'exe_1.1']);
  expect(readFileSync(file(), 'utf8')).not.toContain('2026-01-01T00:00');
});

test('SIGTERM ends the simulator, even with hanging calls', async () => {
  const hanging = client.image('#sim:hang', 'exe_1.0').catch((error: unknown) => error);
  await eventually(tokens, (found) => found.length > 0);
  expect(await simulator.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await hanging).toBeInstanceOf(Error);
});
