/** A runner made of functions keeps the protocol: signatures, one run for each token, look-ups, cancel, and ends. */
import { CANCEL_BODY } from '@farebox/runner-protocol';
import { expect, test } from 'vitest';
import { RunFailed } from './failed.ts';
import type { Run, Tool } from './run.ts';
import { createRunner, type Runner, type RunnerOptions } from './runner.ts';
import { memoryStore, type RunStore } from './store.ts';
import { ask, cancel, find, newToken, requestOf, SECRET, start, startOf } from './testing/farebox.ts';

const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const runnerOf = (tool: Tool, options: Partial<RunnerOptions> = {}): Runner =>
  createRunner({ secrets: [SECRET], tools: { 'acme-tool': tool }, onError: () => {}, ...options });

/** A tool that ends when it is told to. */
function held(): {
  readonly tool: Tool;
  readonly begun: Promise<Run>;
  readonly end: () => void;
  readonly times: () => number;
} {
  const [begun, gate] = [Promise.withResolvers<Run>(), Promise.withResolvers<void>()];
  let times = 0;
  const tool: Tool = async (run) => {
    times++;
    begun.resolve(run);
    await Promise.race([gate.promise, new Promise((_, reject) => run.signal.addEventListener('abort', reject))]);
    return { units: 1 };
  };
  return { tool, begun: begun.promise, end: gate.resolve, times: () => times };
}

test('a short run is answered with its result, and look-ups repeat it', async () => {
  const runner = runnerOf(({ arguments: { text } }) => ({ result: { text }, units: 2, cost: { usd: '0.001' } }));
  const token = newToken();
  const reply = { status: 'succeeded', artifacts: [], result: { text: 'a' }, units: 2, cost: { usd: '0.001' } };
  expect(await start(runner, token, startOf({ arguments: { text: 'a' } }))).toEqual({ status: 200, reply });
  expect(await find(runner, token)).toEqual({ status: 200, reply });
  expect(await cancel(runner, token)).toEqual({ status: 200, reply });
});

test('the same token twice, also at the same time, is one run', async () => {
  const { tool, begun, end, times } = held();
  const runner = runnerOf(tool);
  const token = newToken();
  const both = [start(runner, token), start(runner, token)];
  await begun;
  end();
  const [one, other] = await Promise.all(both);
  expect(one).toEqual(other);
  expect(await start(runner, token)).toEqual(one);
  expect(times()).toBe(1);
});

test('a look-up shows the progress of a run', async () => {
  const { tool, begun, end } = held();
  const runner = runnerOf(tool);
  const token = newToken();
  const started = start(runner, token);
  const { progress } = await begun;
  progress(0.4);
  expect((await find(runner, token)).reply).toEqual({ status: 'running', progress: 0.4, retryAfterSeconds: 1 });
  progress(Number.NaN);
  expect((await find(runner, token)).reply).toEqual({ status: 'running', retryAfterSeconds: 1 });
  end();
  expect((await started).reply.status).toBe('succeeded');
});

test('a cancel aborts the signal and ends the run as cancelled, with its cost', async () => {
  const token = newToken();
  const begun = Promise.withResolvers<void>();
  const runner = runnerOf(async ({ signal }) => {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      begun.resolve();
    });
    throw new RunFailed('stopped', { billed: true, cost: { usd: '0.002' } });
  });
  const started = start(runner, token);
  await begun.promise;
  const reply = { status: 'cancelled', cost: { usd: '0.002' } };
  expect((await cancel(runner, token)).reply).toEqual(reply);
  expect((await started).reply).toEqual(reply);
  expect((await find(runner, token)).reply).toEqual(reply);
});

test('a cancel of an unknown run leaves nothing behind: a later start begins it', async () => {
  const runner = runnerOf(() => ({}));
  const token = newToken();
  expect(await cancel(runner, token)).toEqual({ status: 404, reply: { status: 'not_known' } });
  expect(await find(runner, token)).toEqual({ status: 404, reply: { status: 'not_known' } });
  expect((await start(runner, token)).reply.status).toBe('succeeded');
});

test('at the deadline the signal aborts, and the run fails without a bill', async () => {
  const { tool } = held();
  const limits = { ...startOf().limits, deadline: new Date(Date.now() - 1).toISOString() };
  const { reply } = await start(runnerOf(tool), newToken(), startOf({ limits }));
  expect(reply).toEqual({ status: 'failed', reason: 'failed', message: 'the deadline has passed', billed: false });
});

test('a runner that is full takes no further run, and keeps nothing of it', async () => {
  const { tool, begun, end } = held();
  const runner = runnerOf(tool, { concurrency: 1 });
  const first = start(runner, newToken());
  await begun;
  const token = newToken();
  expect(await start(runner, token)).toEqual({ status: 503, reply: { status: 'not_taken', retryAfterSeconds: 5 } });
  expect((await find(runner, token)).reply.status).toBe('not_known');
  end();
  await first;
  expect((await start(runner, token)).reply.status).toBe('succeeded');
});

test.for<readonly [what: string, tool: Tool, expected: object]>([
  ['an error', () => Promise.reject(new Error('out of memory')), { message: expect.stringContaining('out of memory') }],
  [
    'a billed failure',
    () => Promise.reject(new RunFailed('no text', { billed: true, cost: { usd: '0.1' }, reason: 'content_rejected' })),
    { billed: true, cost: { usd: '0.1' }, reason: 'content_rejected', message: 'no text' },
  ],
  ['a cost that is a float', () => ({ cost: { usd: 0.1 as never } }), { message: expect.stringContaining('"cost"') }],
  ['units below 0', () => ({ units: -1 }), { message: expect.stringContaining('"units"') }],
  ['a result above 64 KiB', () => ({ result: 'x'.repeat(70_000) }), { message: expect.stringContaining('65536') }],
])('a tool that ends with %s makes a failure that says why', async ([, tool, expected]) => {
  const { reply } = await start(runnerOf(tool), newToken());
  expect(reply).toEqual({ status: 'failed', reason: 'failed', billed: false, message: '', ...expected });
});

test('an unknown tool, and a body that breaks the protocol, fail without a bill', async () => {
  const runner = runnerOf(() => ({}));
  const { reply } = await start(runner, newToken(), startOf({ tool: 'acme-other' }));
  expect(reply).toMatchObject({ status: 'failed', billed: false, message: 'this runner has no tool acme-other' });
  const broken = await ask(runner, { method: 'PUT', token: newToken(), body: '{"protocol":1}' });
  expect(broken.reply).toMatchObject({ status: 'failed', billed: false });
});

test('after a restart, ended runs are known and an interrupted run is a failure, never a second run', async () => {
  const store = memoryStore();
  const [ended, interrupted] = [newToken(), newToken()];
  const { tool, begun, end, times } = held();
  const before = createRunner({
    secrets: [SECRET],
    tools: { 'acme-tool': () => ({ units: 1 }), 'acme-held': tool },
    store,
  });
  await start(before, ended);
  const first = start(before, interrupted, startOf({ tool: 'acme-held' }));
  await begun;
  const after = createRunner({ secrets: [SECRET], tools: { 'acme-held': tool }, store });
  expect((await find(after, ended)).reply).toMatchObject({ status: 'succeeded', units: 1 });
  const lost = { status: 'failed', reason: 'failed', message: 'the runner has stopped during the run', billed: false };
  expect((await start(after, interrupted, startOf({ tool: 'acme-held' }))).reply).toEqual(lost);
  end();
  await first;
  expect((await find(after, interrupted)).reply).toEqual(lost);
  expect(times()).toBe(1);
});

test('a store that cannot keep an end keeps no success from its look-ups', async () => {
  const errors: unknown[] = [];
  const store: RunStore = { ...memoryStore(), end: () => Promise.reject(new Error('disk full')) };
  const runner = runnerOf(() => ({ units: 1 }), { store, onError: (error) => errors.push(error) });
  const token = newToken();
  expect((await start(runner, token)).reply.status).toBe('succeeded');
  expect((await find(runner, token)).reply.status).toBe('succeeded');
  expect(errors.map(String)).toEqual(['Error: disk full']);
});

test('a store that cannot take a run begins nothing, and says nothing about the run', async () => {
  let times = 0;
  const store: RunStore = { ...memoryStore(), begin: () => Promise.reject(new Error('disk full')) };
  const runner = runnerOf(() => void times++, { store });
  const response = await runner(requestOf({ method: 'PUT', token: newToken(), body: JSON.stringify(startOf()) }));
  expect([response.status, response.headers.get('webhook-signature'), times]).toEqual([500, null, 0]);
});

test.for<readonly [what: string, request: () => Request, problem: string]>([
  ['another secret', () => requestOf({ method: 'GET', token: 'exe_1.0', secret: OTHER }), 'no secret'],
  [
    'an old timestamp',
    () => requestOf({ method: 'GET', token: 'exe_1.0', nowSeconds: Date.now() / 1000 - 301 }),
    'five minutes',
  ],
  ['no signature', () => new Request('https://a.example/runs/exe_1.0'), 'missing'],
  [
    'the signature of a look-up for a cancel',
    () => {
      const { headers } = requestOf({ method: 'GET', token: 'exe_1.0' });
      return new Request('https://a.example/runs/exe_1.0/cancel', { method: 'POST', headers, body: CANCEL_BODY });
    },
    'no secret',
  ],
  [
    'the signature of another run',
    () => new Request('https://a.example/runs/exe_2.0', requestOf({ method: 'GET', token: 'exe_1.0' })),
    'not the token',
  ],
])('a request with %s is refused', async ([, request, problem]) => {
  const response = await runnerOf(() => ({}))(request());
  expect([response.status, await response.text()]).toEqual([401, expect.stringContaining(problem)]);
});

test('other addresses and large bodies are refused before a signature is computed', async () => {
  const runner = runnerOf(() => ({}));
  const statusOf = async (path: string, init: RequestInit): Promise<number> =>
    (await runner(new Request(`https://a.example${path}`, init))).status;
  expect(await statusOf('/runs/exe_1.0', { method: 'DELETE' })).toBe(404);
  expect(await statusOf('/runs/..%2f', { method: 'GET' })).toBe(404);
  expect(await statusOf('/runs/exe_1.0/other', { method: 'POST', body: '' })).toBe(404);
  expect(await statusOf('/runs/exe_1.0', { method: 'PUT', body: ' '.repeat(2 * 1024 * 1024 + 1) })).toBe(413);
});

test('while a secret is replaced, both are accepted and the first one signs', async () => {
  const runner = runnerOf(() => ({}), { secrets: [SECRET, OTHER] });
  expect((await ask(runner, { method: 'GET', token: newToken(), secret: OTHER })).reply.status).toBe('not_known');
  expect(() => runnerOf(() => ({}), { secrets: [] })).toThrow('is missing');
  expect(() => runnerOf(() => ({}), { secrets: ['hunter2'] })).toThrow('must be whsec_');
});
