import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Runtime } from './runtime.ts';
import { start } from './start.ts';
import { startEnvironment } from './testing/environment.ts';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'farebox-start-'));
  chmodSync(parent, 0o755); // so that root's database server can enter and its data stays here
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const standIn = (name: string): string => join(import.meta.dirname, 'testing', name);

/** Starts a system, waits for the greeting and stops it. Returns its output and what it published meanwhile. */
interface Wanted {
  readonly port?: number;
  readonly extra?: Record<string, string>;
  readonly heard?: (line: string) => unknown;
  /** Called after the greeting, before the stop. */
  readonly meanwhile?: (said: readonly string[]) => Promise<void>;
}

async function startOnce(folder: string, { port, extra = {}, heard, meanwhile }: Wanted = {}) {
  const dataDirectory = join(parent, folder);
  const [said, stopping] = [[] as string[], new AbortController()];
  let runtime: Runtime | undefined;
  const say = (line: string): void => {
    said.push(line);
    heard?.(line);
    if (!line.includes('To rehearse')) return;
    expect(statSync(join(dataDirectory, 'runtime.json')).mode & 0o777).toBe(0o600);
    runtime = JSON.parse(readFileSync(join(dataDirectory, 'runtime.json'), 'utf8')) as Runtime;
    void (meanwhile?.(said) ?? Promise.resolve()).finally(() => stopping.abort());
  };
  const options = { dataDirectory, host: '127.0.0.1', port: port ?? (await freePort()) };
  const scriptOf = (name: string): string => {
    if (name === 'simulator') return join(import.meta.dirname, '../../simulator/src/main.ts');
    return standIn(name === 'gateway' ? 'gateway.process.ts' : 'application.process.ts');
  };
  await start(options, { env: { ...startEnvironment, ...extra }, say, stop: stopping.signal, scriptOf });
  return { text: said.join('\n'), runtime };
}

const keyIn = (text: string): string | undefined => /KEY=(\S+)/.exec(text)?.[1];

test('a second start on the same data prints the same key and all addresses', async () => {
  const first = await startOnce('twice');
  const second = await startOnce('twice');
  expect(keyIn(first.text)).toMatch(/^fb_test_/);
  expect(keyIn(second.text)).toBe(keyIn(first.text));
  expect(second.runtime).toMatchObject({
    baseUrl: expect.stringMatching(/^http:/),
    databaseUrl: expect.stringMatching(/^postgres:/),
  });
});

test('a taken port is reported, and nothing starts', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await expect(startOnce('taken', { port })).rejects.toThrow(`port ${port} is taken`);
  server.close();
});

test('if a port from the settings is taken, the start fails in one line and chooses no other port', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  for (const variable of ['FAREBOX_METRICS_PORT', 'FAREBOX_OPERATOR_PORT']) {
    const refused = startOnce('asked', { extra: { [variable]: String(port) } });
    await expect(refused).rejects.toThrow(`${variable}=${port} is not available: port ${port} is taken.`);
  }
  server.close();
});

test('the printed and published addresses are those of clients, and all metrics are listed', async () => {
  const { text, runtime } = await startOnce('public', {
    extra: { FAREBOX_PUBLIC_URL: 'https://api.example.com/paid/' },
  });
  expect(text).toContain('API    https://api.example.com/paid\n');
  expect(text).toContain('BASE=https://api.example.com/paid\n');
  expect(runtime?.baseUrl).toBe('https://api.example.com/paid');
  for (const name of ['gateway', 'worker-image', 'keeper'])
    expect(text).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+/metrics   \\(${name}\\)`));
});

test('a start waits for a port that applications of a killed start still hold', async () => {
  const orphan = createServer().listen(0, '127.0.0.1');
  await once(orphan, 'listening');
  const { port } = orphan.address() as { port: number };
  mkdirSync(join(parent, 'killed'), { mode: 0o755 });
  writeFileSync(join(parent, 'killed', 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, began: 'boot:1' }));
  const heard = (line: string): unknown => line.startsWith('Waiting') && orphan.close();
  expect((await startOnce('killed', { port, heard })).text).toContain('Farebox is running');
});

test('an application that cannot start ends the start at once', async () => {
  await expect(startOnce('broken', { extra: { STAND_IN_EXIT: '1' } })).rejects.toThrow('ended (exit 1)');
});

test('an unknown setting is refused before anything starts', async () => {
  await expect(startOnce('typo', { extra: { FAREBOX_PROT: '1' } })).rejects.toThrow('FAREBOX_PROT');
});

test('the isolation of decoders is printed once', async () => {
  const { promise: isSaid, resolve } = Promise.withResolvers<string>();
  const heard = (line: string): void => void (line.startsWith('Files are decoded') && resolve(line));
  const meanwhile = async (): Promise<void> => void (await isSaid);
  const extra = { STAND_IN_ISOLATION: 'a room of the test' };
  const { text } = await startOnce('isolated', { extra, heard, meanwhile });
  expect(text.split('Files are decoded in: a room of the test')).toHaveLength(2);
});

test('the simulator always runs for test projects, beside any real service of the environment', async () => {
  let costs: unknown;
  const meanwhile = async (said: readonly string[]): Promise<void> => {
    const [url = ''] = /http:\S+\/_simulator\/costs/.exec(said.join('\n')) ?? [];
    costs = await (await fetch(url)).json();
  };
  const extra = {
    FAREBOX_OPENAI_URL: 'https://real.example',
    FAREBOX_FFMPEG: '/nonexistent/ffmpeg',
    STAND_IN_SETTINGS: join(parent, 'settings'),
  };
  const { text } = await startOnce('simulated', { extra, meanwhile });
  expect(text).toContain('Starting simulator, gateway, worker-image, worker-provider, keeper …');
  expect(text).toContain(
    'The audio and video tools are not available: no program at /nonexistent/ffmpeg. To enable them, install',
  );
  expect(costs).toEqual({ costs: [] });
  const settings = readFileSync(extra.STAND_IN_SETTINGS, 'utf8');
  expect(settings).toMatch(/FAREBOX_SIMULATOR_URL=http:\/\/127\.0\.0\.1:\d+\n/);
  expect(settings).toContain('FAREBOX_OPENAI_URL=https://real.example');
  expect(settings).not.toContain('FAREBOX_REVIEW_RESOLVE_SECONDS');
  expect(settings).toContain('FAREBOX_SIMULATED_REVIEW_RESOLVE_SECONDS=300\n');
});
