/** Look-ups and cancels of calls that an HTTP API has named. */
import { expect, test } from 'vitest';
import { openHttpApi } from '../../testing/open-http-api.ts';

const { signal } = new AbortController();
const POLL = { path: '/runs/{ref}', status: '/status', done: ['done'], failed: ['failed'], cancelled: ['gone'] };
const COST = { pointer: '/cost' };

test.each([
  [{ status: 'anything else' }, { kind: 'running', ref: 'r-1' }],
  [
    { status: 'done', cost: 0.5 },
    { kind: 'succeeded', ref: 'r-1', cost: 500_000n },
  ],
  [
    { status: 'failed', cost: 0.5 },
    { kind: 'failed', reason: 'provider_failed', cost: 500_000n, billed: 'failed' },
  ],
  [{ status: 'gone' }, { kind: 'cancelled', cost: null }],
  [
    { id: 'r-1', status: 'working' },
    { kind: 'running', ref: 'r-1' },
  ],
])('the response %j is the state of the call', async (body, expected) => {
  await using api = await openHttpApi(() => ({ body }));
  expect(await api.adapter({ poll: POLL, cost: COST }).lookup({ ref: 'r-1' }, signal)).toMatchObject(expected);
  expect(api.asked).toMatchObject([{ line: 'GET /v1/runs/r-1', body: '' }]);
});

test.each([
  ['no status', { body: { id: 'r-1' } }],
  ['no status', { body: { status: 1 } }],
  ['another call', { body: { id: 'r-2', status: 'done' } }],
  ['status 500', { status: 500 }],
  ['status 404', { status: 404, headers: { 'content-type': 'text/html' }, body: '' }],
  ['status 301', { status: 301, headers: { location: '/elsewhere' } }],
])('%s proves nothing about the call', async (problem, said) => {
  await using api = await openHttpApi(() => said);
  await expect(api.adapter({ poll: POLL }).lookup({ ref: 'r-1' }, signal)).rejects.toThrow(problem);
});

test('a call that the API itself does not know is absent', async () => {
  await using api = await openHttpApi(() => ({ status: 404, body: { detail: 'not found' } }));
  expect(await api.adapter({ poll: POLL }).lookup({ ref: 'r-1' }, signal)).toBe('absent');
});

test('the result can have a path of its own, and so can the refusal', async () => {
  const results = [{ body: { seed: 4 } }, { status: 422, body: { detail: [] } }, { status: 500 }];
  let n = 0;
  await using api = await openHttpApi(({ line }) =>
    line.endsWith('/result') ? (results[n++] ?? {}) : { body: { status: 'done' } },
  );
  const adapter = api.adapter({ poll: { ...POLL, resultPath: '/runs/{ref}/result' }, rejected: [422] });
  expect(await adapter.lookup({ ref: 'r-1' }, signal)).toMatchObject({ kind: 'succeeded', ref: 'r-1' });
  const refused = { kind: 'failed', reason: 'provider_rejected', billed: 'failed' };
  expect(await adapter.lookup({ ref: 'r-1' }, signal)).toMatchObject(refused);
  await expect(adapter.lookup({ ref: 'r-1' }, signal)).rejects.toThrow('status 500');
  expect(api.asked.map(({ line }) => line).slice(0, 2)).toEqual(['GET /v1/runs/r-1', 'GET /v1/runs/r-1/result']);
});

test('a cancel is followed by a look-up unless its response states an end', async () => {
  const said = [{ status: 202, body: '' }, { body: { status: 'done' } }, { body: { id: 'r-1', status: 'gone' } }];
  await using api = await openHttpApi((_, n) => said[n] ?? { status: 409 });
  const cancel = { method: 'PUT', path: '/runs/{ref}/cancel' } as const;
  const adapter = api.adapter({ poll: POLL, cancel });
  expect(await adapter.cancel('r-1', signal)).toEqual({ kind: 'running', ref: 'r-1' });
  expect(await adapter.cancel('r-1', signal)).toEqual({ kind: 'running', ref: 'r-1' });
  expect(await adapter.cancel('r-1', signal)).toEqual({ kind: 'cancelled', cost: null });
  await expect(adapter.cancel('r-1', signal)).rejects.toThrow('status 409');
  expect(api.asked[0]?.line).toBe('PUT /v1/runs/r-1/cancel');
});
