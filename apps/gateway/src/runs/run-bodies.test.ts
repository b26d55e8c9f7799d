/** The bodies of claims and reports: what is refused, and what may reach the worker. */
import { pullRuns } from '@farebox/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reply, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { newRunner, offerRun, type TestRunner } from '../testing/runs.fixture.ts';

let gateway: TestGateway;
let runner: TestRunner;
beforeAll(async () => {
  gateway = await startTestGateway();
  runner = await newRunner(gateway);
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Claimed {
  readonly run: { readonly token: string; readonly lease: string };
}

const SUCCEEDED = { status: 'succeeded', result: { lines: ['FAREBOX'] }, units: 2 };
const claim = (json: object = { waitSeconds: 0 }) =>
  gateway.call<Claimed>('POST /runs/claim', { key: runner.token, json });
const report = (token: string, json: unknown) =>
  gateway.call(`POST /runs/${token}/report`, { key: runner.token, json });
const outcome = ({ status, text }: Reply<unknown>): string =>
  status === 200 ? '200' : `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;
const stateOf = async (token: string) => (await pullRuns(gateway.database).lookup(token))?.state;

async function claimed(): Promise<Claimed['run']> {
  const token = await offerRun(gateway, runner.tool);
  const { run } = (await claim()).data;
  expect(run.token).toBe(token);
  return run;
}

describe('a body', () => {
  test.each<[object, string]>([
    [{ waitSeconds: 21 }, '/waitSeconds'],
    [{ waitSeconds: -1 }, '/waitSeconds'],
    [{ waitSeconds: 1.5 }, '/waitSeconds'],
    [{ tool: 'acme' }, '/tool'],
  ])('%j of a claim is refused', async (json, pointer) => {
    expect(Object.keys((await claim(json)).error.details?.['fields'] as object)).toEqual([pointer]);
  });

  test.each<[unknown, string]>([
    [{ reply: SUCCEEDED }, '/lease'],
    [{ lease: 'a', reply: { status: 'done' } }, '/reply/status'],
    [{ lease: 'a', reply: {} }, '/reply/status'],
    [{ lease: 'a', reply: [] }, '/reply'],
    [{ lease: 'a\0', reply: SUCCEEDED }, '/lease'],
    [{ lease: 'a', reply: SUCCEEDED, units: 2 }, '/units'],
  ])('%j of a report is refused', async (json, pointer) => {
    expect(Object.keys((await report('exe_0.0', json)).error.details?.['fields'] as object)).toEqual([pointer]);
  });

  test.each([
    { sent: 'no JSON', body: '{', type: 'application/json', expected: '400 invalid_json' },
    { sent: 'no object', body: '[]', type: 'application/json', expected: '400 invalid_json' },
    { sent: 'another type', body: '{}', type: 'text/plain', expected: '400 unsupported_media_type' },
  ])('with $sent is refused at both doors', async ({ body, type, expected }) => {
    for (const path of ['/runs/claim', '/runs/exe_0.0/report']) {
      const reply = await gateway.call(`POST ${path}`, { key: runner.token, body, headers: { 'Content-Type': type } });
      expect(outcome(reply)).toBe(expected);
    }
  });

  test('a report may have a reply of 128 KiB, and no more', async () => {
    const { token, lease } = await claimed();
    const replyOf = (bytes: number) => {
      const empty = { status: 'running', filler: '' };
      return { ...empty, filler: 'x'.repeat(bytes - JSON.stringify(empty).length) };
    };
    expect(outcome(await report(token, { lease, reply: replyOf(128 * 1024 + 1) }))).toBe('400 request_too_large');
    expect(outcome(await report(token, { lease, reply: replyOf(140 * 1024) }))).toBe('400 request_too_large');
    expect(outcome(await report(token, { lease, reply: replyOf(128 * 1024) }))).toBe('200');
    await report(token, { lease, reply: SUCCEEDED });
  });

  test('a report may have what the worker refuses to believe: the run ends all the same', async () => {
    for (const result of [
      `${'['.repeat(40)}${']'.repeat(40)}`,
      '0.12345678901234567890123',
      '1e400',
      '"\\u0000\\ud800"',
    ]) {
      const { token, lease } = await claimed();
      const body = `{"lease":"${lease}","reply":{"status":"succeeded","result":${result}}}`;
      const reply = await gateway.call(`POST /runs/${token}/report`, { key: runner.token, body });
      expect([result, outcome(reply), await stateOf(token)]).toEqual([result, '200', 'ended']);
    }
    const deep = `{"lease":"a","reply":{"status":"succeeded","result":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`;
    const reply = await gateway.call('POST /runs/exe_0.0/report', { key: runner.token, body: deep });
    expect(outcome(reply)).toBe('400 invalid_json');
  });
});

test('a query is refused, and other methods are not found', async () => {
  const reply = await gateway.call('POST /runs/claim?waitSeconds=0', { key: runner.token, json: {} });
  expect(reply.error.details).toEqual({ fields: { 'query:waitSeconds': 'is not a field of this request' } });
  const get = await gateway.call('GET /runs/claim', { key: runner.token });
  expect([outcome(get), get.headers.get('allow')]).toEqual(['404 not_found', 'POST']);
});
