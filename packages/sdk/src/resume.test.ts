/** Requests that an earlier process left in the store: which of them are pending, and how they are completed. */
import { afterEach, expect, it } from 'vitest';
import { type Farebox, createFarebox } from './client.ts';
import type { FareboxError } from './errors.ts';
import { type PaidRequest, type RequestStore, memoryStore } from './requests/store.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';
import { storedAs } from './testing/stored.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const ok = (data: object): Scripted => ({ status: 200, body: { data } });
const refused = (http: number, message: string): Scripted => ({
  status: http,
  body: { error: { status: 'X', message } },
});
const ended = (id: string, status = 'succeeded'): Scripted =>
  ok({ id, tool: 'a-tool', status, chargedMicros: 40, error: null, output: { result: null, artifacts: [] } });
const acceptedAs = (name: string): PaidRequest => ({ ...storedAs(name), executionId: `exe_${name}` });

async function play(
  script: readonly (Scripted | null)[],
  ...names: readonly string[]
): Promise<{ farebox: Farebox<object>; store: RequestStore }> {
  server = await scripted(script);
  const store = memoryStore();
  for (const name of names) await store.add(acceptedAs(name));
  return { farebox: createFarebox<object>({ baseUrl: server.baseUrl, apiKey: 'fb', store, attemptsMax: 1 }), store };
}

const namesOf = (requests: readonly PaidRequest[]): readonly string[] => requests.map(({ name }) => name);

it.each(['succeeded', 'failed', 'cancelled'])(
  'a named request that %s is no longer pending, stays stored, and is never paid again',
  async (status) => {
    const { farebox, store } = await play([ended('exe_one', status), ended('exe_one', status)], 'one');
    const run = () => farebox.run('@a-tool', { n: 1 }, { ceiling: 100, request: 'one' }).catch(() => {});
    await store.save({ ...acceptedAs('one'), tool: '@a-tool' });
    expect(namesOf(await farebox.pending())).toEqual(['one']);
    await run();
    expect(await farebox.pending()).toEqual([]);
    expect(namesOf(await store.list())).toEqual(['one']);
    await run();
    expect(server?.heard.map(({ asked }) => asked)).toEqual(Array(2).fill('GET /tools/executions/exe_one'));
  },
);

it('a service that goes away during the wait leaves the outcome unknown: more than a read has failed', async () => {
  const running = { id: 'exe_new', tool: 'a-tool', status: 'running' };
  const quote = ok({ priceVersion: 'v1', maximumChargeMicros: 50 });
  const { farebox, store } = await play([quote, ok(running), null, null]);
  for (let attempt = 0; attempt < 2; attempt++) {
    const run = farebox.run('@a-tool', { n: 1 }, { ceiling: 100, request: 'new' });
    await expect(run).rejects.toMatchObject({
      code: 'outcome_unknown',
      request: 'new',
      details: { address: server?.baseUrl },
    });
  }
  expect(await store.list()).toMatchObject([{ executionId: 'exe_new' }]);
  expect(server?.heard.filter(({ key }) => key !== undefined)).toHaveLength(1);
});

it('an execution under review stays pending', async () => {
  const { farebox } = await play([ended('exe_one', 'needs_review')], 'one');
  const [request] = await farebox.pending();
  await expect(farebox.resume(request!, { ceiling: 100 })).rejects.toMatchObject({ code: 'execution_under_review' });
  expect(namesOf(await farebox.pending())).toEqual(['one']);
});

it('all pending requests are resumed past those that fail, and each is reported', async () => {
  const script = [ended('exe_one', 'failed'), refused(403, 'project_permission_required'), ended('exe_three')];
  const { farebox } = await play(script, 'one', 'two', 'three');
  const all = farebox.resumeAll({ ceiling: 100 });
  await expect(all).resolves.toHaveLength(3);
  const resumed = await all;
  expect(namesOf(resumed.map(({ request }) => request))).toEqual(['one', 'two', 'three']);
  const ends = resumed.map(({ error }) => (error === undefined ? 'completed' : (error as FareboxError).code));
  expect(ends.toSorted()).toEqual(['completed', 'execution_failed', 'project_permission_required']);
  expect(await farebox.pending()).toHaveLength(1);
});

it('more requests than are completed at once are all resumed', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `n${n}`);
  const { farebox } = await play(
    names.map(() => ended('exe_1')),
    ...names,
  );
  expect(await farebox.resumeAll({ ceiling: 100 })).toHaveLength(30);
  expect(await farebox.pending()).toEqual([]);
});

it.each([undefined, {}, { ceiling: Number.NaN }])(
  'resumeAll with the options %o is refused before anything is read or sent',
  async (options) => {
    const { farebox } = await play([], 'one');
    await expect(farebox.resumeAll(options as never)).rejects.toMatchObject({ code: 'invalid_ceiling' });
    expect(server?.heard).toEqual([]);
  },
);

it('the signal ends resumeAll with its reason, and the requests stay pending', async () => {
  const { farebox } = await play([ended('exe_one', 'running'), ended('exe_one', 'running')], 'one');
  const controller = new AbortController();
  const all = farebox.resumeAll({ ceiling: 100, signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(all).rejects.toThrow('enough');
  expect(namesOf(await farebox.pending())).toEqual(['one']);
});

const PRICED: PaidRequest = { ...storedAs('one'), body: '{"tool":"a-tool","maximumChargeMicros":500}' };
const LOOKUP = 'GET /tools/executions?idempotencyKey=sdk_one';

it('a stored body above the ceiling of this call is not sent, but quoted again within the ceiling', async () => {
  const none = ok({ executions: [] });
  const quote = ok({ priceVersion: 'v2', maximumChargeMicros: 500 });
  const { farebox, store } = await play([none, quote]);
  await store.add(PRICED);
  await expect(farebox.resume(PRICED, { ceiling: 499 })).rejects.toMatchObject({ code: 'ceiling_exceeded' });
  expect(server?.heard.map(({ asked }) => asked)).toEqual([LOOKUP, 'POST /tools/quote']);
  expect(await store.list()).toEqual([{ ...PRICED, body: null, mayBeAccepted: true }]);
});

it.each(['{"tool":"a-tool"}', '{"tool":"a-tool","maximumChargeMicros":"1"}'])(
  'a stored body whose amount is no amount, %s, is not sent',
  async (body) => {
    const { farebox, store } = await play([
      ok({ executions: [] }),
      ok({ priceVersion: 'v2', maximumChargeMicros: 500 }),
    ]);
    const stored = { ...PRICED, body };
    await store.add(stored);
    await expect(farebox.resume(stored, { ceiling: 499 })).rejects.toMatchObject({ code: 'ceiling_exceeded' });
    expect(server?.heard.map(({ asked }) => asked)).toEqual([LOOKUP, 'POST /tools/quote']);
  },
);

it('a stored body above the ceiling of this call resolves to the execution that it has bought before', async () => {
  const found = ok({ executions: [{ id: 'exe_one', tool: 'a-tool' }] });
  const { farebox, store } = await play([found, ended('exe_one')]);
  await store.add(PRICED);
  await expect(farebox.resume(PRICED, { ceiling: 1 })).resolves.toMatchObject({ execution: { id: 'exe_one' } });
  expect(server?.heard.map(({ asked }) => asked)).toEqual([LOOKUP, 'GET /tools/executions/exe_one']);
  expect(await farebox.pending()).toEqual([]);
});
