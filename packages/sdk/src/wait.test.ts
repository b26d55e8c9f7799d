/** Waiting uses `Prefer: wait`, and never sends more requests than polling may if the service does not apply it. */
import { afterEach, expect, it } from 'vitest';
import { createFarebox } from './client.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const state = (status: string, headers = {}): Scripted => ({
  status: 200,
  headers,
  body: { data: { id: 'exe_1', status } },
});

async function play(script: readonly Scripted[], timeoutMs?: number) {
  server = await scripted(script);
  const timeout = timeoutMs === undefined ? {} : { timeoutMs };
  return createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb', ...timeout });
}

const heard = () => server?.heard ?? [];
const pausesMs = () => heard().map(({ atMs }, at) => atMs - (heard()[at - 1]?.atMs ?? atMs));

it('wait sends Prefer: wait for at most half of the request timeout', async () => {
  const farebox = await play([state('queued'), state('succeeded', { 'Preference-Applied': 'wait=15' })]);
  expect(await farebox.wait('exe_1')).toMatchObject({ status: 'succeeded' });
  expect(heard().map(({ prefer }) => prefer)).toEqual([undefined, 'wait=15']);
});

it('with onProgress, each state is read once', async () => {
  const farebox = await play([state('queued'), state('succeeded')]);
  await farebox.wait('exe_1', { onProgress: () => {} });
  expect(heard()[1]?.prefer).toBe('wait=5');
  await server?.close();
  await (await play([state('queued'), state('succeeded')], 6_000)).wait('exe_1');
  expect(heard()[1]?.prefer).toBe('wait=3');
});

it.each([{}, { 'Preference-Applied': 'wait=15' }])(
  'reads that return at once are at least 5 seconds apart, whatever their headers: %j',
  async (headers) => {
    const farebox = await play([state('queued'), state('running', headers), state('succeeded')]);
    await farebox.wait('exe_1');
    expect(pausesMs()[2]).toBeGreaterThanOrEqual(4_990);
  },
);

it('an execution under review is polled, because the service would respond at once', async () => {
  const farebox = await play([state('needs_review'), state('succeeded')]);
  expect(await farebox.wait('exe_1', { throughReview: true })).toMatchObject({ status: 'succeeded' });
  expect(heard()[1]?.prefer).toBeUndefined();
  expect(pausesMs()[1]).toBeGreaterThanOrEqual(4_990);
});
