import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tollgate/embedded';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Runtime } from './runtime.ts';
import { start } from './start.ts';
import { startEnvironment } from './testing/environment.ts';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'tollgate-start-'));
  chmodSync(parent, 0o755); // so that root's database server may enter, and its data stays here
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const standIn = (name: string): string => join(import.meta.dirname, 'testing', name);

/** One start, stopped once it greets; answers what it said and what it published meanwhile. */
async function startOnce(folder: string, { port, extra = {} }: { port?: number; extra?: Record<string, string> } = {}) {
  const dataDirectory = join(parent, folder);
  const [said, stopping] = [[] as string[], new AbortController()];
  let runtime: Runtime | undefined;
  const say = (line: string): void => {
    said.push(line);
    if (!line.includes('Tollgate is running')) return;
    expect(statSync(join(dataDirectory, 'runtime.json')).mode & 0o777).toBe(0o600);
    runtime = JSON.parse(readFileSync(join(dataDirectory, 'runtime.json'), 'utf8')) as Runtime;
    stopping.abort();
  };
  const options = { dataDirectory, host: '127.0.0.1', port: port ?? (await freePort()) };
  const scriptOf = (name: string): string =>
    standIn(name === 'gateway' ? 'gateway.process.ts' : 'application.process.ts');
  await start(options, { env: { ...startEnvironment, ...extra }, say, stop: stopping.signal, scriptOf });
  return { text: said.join('\n'), runtime };
}

const keyIn = (text: string): string | undefined => /KEY=(\S+)/.exec(text)?.[1];

test('a second start on the same data prints the same key, and says where everything is', async () => {
  const first = await startOnce('twice');
  const second = await startOnce('twice');
  expect(keyIn(first.text)).toMatch(/^tk_test_/);
  expect(keyIn(second.text)).toBe(keyIn(first.text));
  expect(second.runtime).toMatchObject({
    baseUrl: expect.stringMatching(/^http:/),
    databaseUrl: expect.stringMatching(/^postgres:/),
  });
});

test('a taken port is explained and nothing is started', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await expect(startOnce('taken', { port })).rejects.toThrow(`port ${port} is taken`);
  server.close();
});

test('an application that cannot start ends the start at once', async () => {
  await expect(startOnce('broken', { extra: { STAND_IN_EXIT: '1' } })).rejects.toThrow('ended (exit 1)');
});

test('a setting nobody reads is refused before anything starts', async () => {
  await expect(startOnce('typo', { extra: { TOLLGATE_PROT: '1' } })).rejects.toThrow('TOLLGATE_PROT');
});
