/** A runner key opens the runs of its tool and nothing else: by every method, another tool's run is one that does not exist. */
import { METHODS } from 'node:http';
import { pullRuns } from '@farebox/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { newRunner, offerRun, type TestRunner } from '../testing/runs.fixture.ts';
import { send } from './sent.fixture.ts';

let gateway: TestGateway;
let own: TestRunner;
let other: TestRunner;
beforeAll(async () => {
  gateway = await startTestGateway();
  [own, other] = [await newRunner(gateway), await newRunner(gateway)];
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const BODY = JSON.stringify({ lease: 'a-lease', reply: { status: 'failed', billed: false } });
const pathOf = (token: string): string => `/runs/${token}/report`;
const NOBODYS = pathOf(`exe_${'0'.repeat(26)}.0`);

test.each(METHODS.filter((method) => method !== 'CONNECT'))('%s shows no run of another tool', async (method) => {
  const token = await offerRun(gateway, other.tool);
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const headers = { Authorization: `Bearer ${own.token}`, 'Content-Type': 'application/json' };
  const sent = isReading ? { headers } : { headers: { ...headers, 'Content-Length': String(BODY.length) }, body: BODY };
  const ask = (path: string) => send(gateway.url, { method, path, body: undefined, ...sent });
  const hidden = await ask(pathOf(token));
  expect(hidden).toEqual(await ask(NOBODYS));
  expect(hidden.status).toBe(404);
  expect((await pullRuns(gateway.database).lookup(token))?.state).toBe('waiting');
});

test('a claim never gets a run of another tool', async () => {
  await offerRun(gateway, other.tool);
  const reply = await gateway.call('POST /runs/claim', { key: own.token, json: { waitSeconds: 0 } });
  expect(reply.data).toEqual({ run: null });
});

test('a runner key is no API key at the MCP endpoint and for a resumable upload', async () => {
  for (const path of ['/mcp', '/resumable-uploads']) {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '20000000' };
    const reply = await gateway.call(`POST ${path}`, { key: own.token, json: {}, headers });
    expect([path, reply.error.message]).toEqual([path, 'invalid_api_key']);
  }
});
