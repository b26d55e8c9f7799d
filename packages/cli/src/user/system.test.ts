import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serving } from '../testing/serving.ts';
import { typist } from '../testing/typing.ts';

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
