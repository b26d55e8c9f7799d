import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDemo } from '../demo-file.ts';
import { publishRuntime } from '../runtime.ts';
import { serving } from '../testing/serving.ts';
import { typist } from '../testing/typing.ts';
import { systemFor } from './system.ts';

const nowhere = join(tmpdir(), 'farebox-nowhere');
const farebox = typist({ env: { XDG_CONFIG_HOME: nowhere, XDG_STATE_HOME: nowhere }, where: ['--data-dir', nowhere] });

test('without a running system and without a login, one line says what to do', async () => {
  const { code, told } = await farebox('usage');
  expect([code, told]).toEqual([2, expect.stringMatching(/^farebox: no system runs in .+ login/)]);
});

test('a key is sent over plain http only to this machine', async () => {
  const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: 'http://tools.example' };
  expect(await farebox('usage', { env, where: [] })).toMatchObject({
    code: 2,
    told: expect.stringContaining('https'),
  });
});

test('an address in the environment that cannot be used is named by its variable', async () => {
  for (const url of ['http://tools.example', 'tools.example', 'https://ann@tools.example']) {
    const { code, told } = await farebox('usage', { env: { FAREBOX_API_KEY: 'fb', FAREBOX_URL: url }, where: [] });
    expect([code, told]).toEqual([2, expect.stringMatching(/^farebox: FAREBOX_URL (must|may)/)]);
  }
});

const CATALOG = {
  tools: [{ name: 'image-resize', title: '', description: '', inputSchema: {}, price: { description: '' } }],
};

test('a home that is not writable is no obstacle to reading, and a payment says which variable helps', async () => {
  await using server = await serving((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data: request.url === '/tools' ? CATALOG : { currency: 'USD' } }));
  });
  const state = join(mkdtempSync(join(tmpdir(), 'farebox-state-')), 'file');
  writeFileSync(state, '');
  const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: server.url, XDG_STATE_HOME: state };
  expect(await farebox('usage --json', { env, where: [] })).toMatchObject({ code: 0 });
  const { code, told } = await farebox('run image-resize', { env, where: [] });
  expect([code, told]).toEqual([
    2,
    expect.stringMatching(/cannot be created: .+; nothing was sent\. Set XDG_STATE_HOME/),
  ]);
});

test('a misspelt tool is answered with the nearest name', async () => {
  await using server = await serving((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data: CATALOG }));
  });
  const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: server.url, XDG_STATE_HOME: nowhere };
  const { code, told } = await farebox('run image-resise', { env, where: [] });
  expect([code, told]).toEqual([
    2,
    expect.stringMatching(/there is no tool image-resise: .+ Did you mean image-resize\?$/),
  ]);
});

test('a command that waits for the rate limit says so on standard error', async () => {
  let requests = 0;
  await using server = await serving((_, response) => {
    requests++;
    const headers = { 'Content-Type': 'application/json', ...(requests === 1 ? { 'Retry-After': '2' } : {}) };
    response.writeHead(requests === 1 ? 429 : 200, headers);
    const limited = { error: { status: 'RESOURCE_EXHAUSTED', message: 'rate_limit_exceeded' } };
    response.end(JSON.stringify(requests === 1 ? limited : { data: { currency: 'USD' } }));
  });
  const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: server.url };
  const state = { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'farebox-state-')) };
  const drawn: string[] = [];
  const draw = (line: string): void => void drawn.push(line);
  const { code, said, told } = await farebox('usage --json', { env: { ...env, ...state }, where: [], draw });
  expect([code, told]).toEqual([0, expect.stringMatching(/^waiting [23] s for the rate limit$/)]);
  expect([JSON.parse(said), drawn]).toEqual([{ currency: 'USD' }, ['']]);
});

test.each([undefined, ''])('an address in the environment without a key (%j) says how to give the key', async (key) => {
  const env = { FAREBOX_URL: 'http://127.0.0.1:9', ...(key === undefined ? {} : { FAREBOX_API_KEY: key }) };
  const { code, told } = await farebox('usage', { env, where: [] });
  expect([code, told]).toEqual([
    2,
    expect.stringMatching(/^farebox: FAREBOX_URL is set, but .*set FAREBOX_API_KEY, or .*farebox login$/),
  ]);
});

test('the demo project of this machine is used only for its own address', () => {
  const root = mkdtempSync(join(tmpdir(), 'farebox-demo-'));
  const data = join(root, '.farebox');
  mkdirSync(data);
  const own = 'http://127.0.0.1:9';
  writeDemo(data, { projectId: 'proj_demo', key: 'fb_test_demo' });
  using _ = publishRuntime(data, { baseUrl: own, databaseUrl: '', operatorUrl: '', sessionAudience: null });
  const at = (url: string) =>
    systemFor({}, { root, env: { XDG_CONFIG_HOME: nowhere, XDG_STATE_HOME: root, FAREBOX_URL: url } });
  for (const url of ['', own, `${own}/`]) expect(at(url)).toMatchObject({ url: own, apiKey: 'fb_test_demo' });
  expect(() => at('http://127.0.0.1:10')).toThrow(/FAREBOX_API_KEY/);
});
