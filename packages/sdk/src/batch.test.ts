/** A paid batch, response by response: retries and their key, removal from the store, and the difference from an execution. */
import { afterEach, expect, it } from 'vitest';
import { type Farebox, createFarebox } from './client.ts';
import { FareboxError } from './errors.ts';
import { type PaidRequest, type RequestStore, memoryStore } from './requests/store.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';

type OneTool = { 'a-tool': { readonly n: number } };

const ok = (data: object, headers: Readonly<Record<string, string>> = {}): Scripted => ({
  status: 200,
  body: { data },
  headers,
});
const error = (status: number, message: string): Scripted => ({
  status,
  body: { error: { status: 'X', message, details: {} } },
});
const quote = (maximumChargeMicros: number, priceVersion = 'v1'): Scripted => ok({ priceVersion, maximumChargeMicros });
const NONE = { queued: 0, running: 0, needsReview: 0, succeeded: 0, failed: 0, cancelled: 0 };
const ended = {
  id: 'bat_1',
  tool: 'a-tool',
  executionCount: 2,
  counts: { ...NONE, succeeded: 1, failed: 1 },
  finishedAt: '2026-11-23T00:00:00.000Z',
};
const underReview = { ...ended, counts: { ...NONE, succeeded: 1, needsReview: 1 }, finishedAt: null };
const line = (index: number) => JSON.stringify({ index, execution: { id: `exe_${index}`, output: { artifacts: [] } } });
const lines = (...indices: readonly number[]): Scripted => ({
  status: 200,
  body: indices.map((index) => `${line(index)}\n`).join(''),
  headers: { 'Content-Type': 'application/jsonl' },
});

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

async function play(
  script: readonly (Scripted | null)[],
  attemptsMax = 2,
): Promise<{ farebox: Farebox<OneTool>; store: RequestStore }> {
  server = await scripted(script);
  const store = memoryStore();
  return { farebox: createFarebox<OneTool>({ baseUrl: server.baseUrl, apiKey: 'fb', store, attemptsMax }), store };
}

const asked = () => (server?.heard ?? []).map((heard) => heard.asked);
const paid = () => (server?.heard ?? []).filter((heard) => heard.asked === 'POST /tools/batches');
const LIST = [{ n: 1 }, { n: 2 }];
const run = (farebox: Farebox<OneTool>, ceiling = 100) =>
  farebox.runBatch('a-tool', LIST, { ceiling }).then(
    ({ results }) => results.map(({ execution }) => execution.id),
    (thrown: unknown) => (thrown instanceof FareboxError ? thrown.code : String(thrown)),
  );
const stored = (entry: object): PaidRequest =>
  ({
    name: 'one',
    idempotencyKey: 'sdk_one',
    tool: 'a-tool',
    arguments: '[{"n":1},{"n":2}]',
    body: null,
    createdAt: '2026-11-22T00:00:00.000Z',
    ...entry,
  }) as PaidRequest;

it('a batch is sent again with the same bytes under the same key, and leaves the store after its last result', async () => {
  const { farebox, store } = await play([quote(50), null, ok(ended), lines(0), lines(1)]);
  expect(await run(farebox)).toEqual(['exe_0', 'exe_1']);
  const [first, second] = paid();
  expect(second).toMatchObject({ key: first?.key, body: first?.body });
  expect(JSON.parse(first?.body ?? '')).toEqual({
    tool: 'a-tool',
    items: [{ arguments: { n: 1 } }, { arguments: { n: 2 } }],
    priceVersion: 'v1',
    maximumChargeMicros: 50,
  });
  expect(asked().slice(3)).toEqual([
    'GET /tools/batches/bat_1/results?from=0',
    'GET /tools/batches/bat_1/results?from=1',
  ]);
  expect(await store.list()).toEqual([]);
});

it('after a price change, a batch is quoted again under the same key and within its one ceiling', async () => {
  const { farebox, store } = await play([quote(50), error(400, 'price_version_mismatch'), quote(101, 'v2')]);
  expect(await run(farebox)).toBe('ceiling_exceeded');
  expect(paid()).toHaveLength(1);
  expect(await store.list()).toEqual([]);
});

it('a batch that is refused after a lost response is looked up by its key, because the first request may have been accepted', async () => {
  const list = ok({ batches: [ended], nextBefore: null });
  const script = [quote(50), null, error(429, 'insufficient_balance'), list, ok(ended), lines(0, 1)];
  const { farebox } = await play(script);
  expect(await run(farebox)).toEqual(['exe_0', 'exe_1']);
  expect(asked().slice(3, 5)).toEqual([
    `GET /tools/batches?idempotencyKey=${paid()[0]?.key}`,
    'GET /tools/batches/bat_1',
  ]);
});

it('a batch with an unknown outcome stays in the store and is resumed as a batch', async () => {
  const { farebox, store } = await play([quote(50), null, ok(ended), lines(0, 1)], 1);
  expect(await run(farebox)).toBe('outcome_unknown');
  const [request] = await farebox.pending();
  expect(request).toMatchObject({ kind: 'batch', batchId: null, body: paid()[0]?.body });
  if (request?.kind !== 'batch') throw new Error('expected a pending batch');
  const { batch } = await farebox.resume(request, { ceiling: 50 });
  expect(batch).toEqual(ended);
  expect(new Set(paid().map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  expect(await store.list()).toEqual([]);
});

it('a batch stays in the store until all of its results have arrived, and a missing line is an error', async () => {
  const { farebox, store } = await play([quote(50), ok(ended), lines(1)]);
  expect(await run(farebox)).toBe('unexpected_response');
  expect(await store.list()).toMatchObject([{ kind: 'batch', batchId: 'bat_1' }]);
});

it('a service that goes away before the results of a batch leaves its outcome unknown', async () => {
  const { farebox, store } = await play([quote(50), ok(ended), null], 1);
  expect(await run(farebox)).toBe('outcome_unknown');
  expect(await store.list()).toMatchObject([{ kind: 'batch', batchId: 'bat_1' }]);
});

it('a batch with an execution under review returns the results so far and stays in the store', async () => {
  const { farebox, store } = await play([quote(50), ok(underReview), lines(0, 1)]);
  expect(await run(farebox)).toEqual(['exe_0', 'exe_1']);
  expect(await store.list()).toMatchObject([{ kind: 'batch', batchId: 'bat_1' }]);
});

const open = (queued: number, headers = {}): Scripted =>
  ok({ ...ended, counts: { ...NONE, queued }, finishedAt: null }, headers);

it('waiting for a batch sends Prefer: wait and no pause, and reports each state once', async () => {
  const { farebox } = await play([open(2), ok(ended, { 'Preference-Applied': 'wait=5' })]);
  const seen: number[] = [];
  const onProgress = ({ counts }: { readonly counts: { readonly queued: number } }) => void seen.push(counts.queued);
  expect(await farebox.batches.wait('bat_1', { onProgress })).toEqual(ended);
  expect(seen).toEqual([2, 0]);
  expect(server?.heard.map(({ prefer }) => prefer)).toEqual([undefined, 'wait=5']);
});

it('reads of a batch that return at once are at least 5 seconds apart, and those of reviews only have no Prefer', async () => {
  const { farebox } = await play([open(2), open(1, { 'Preference-Applied': 'wait=15' }), ok(underReview), ok(ended)]);
  expect(await farebox.batches.wait('bat_1', { throughReview: true })).toEqual(ended);
  const heard = server?.heard ?? [];
  expect(heard.map(({ prefer }) => prefer)).toEqual([undefined, 'wait=15', 'wait=15', undefined]);
  for (const at of [2, 3])
    expect((heard[at]?.atMs ?? 0) - (heard[at - 1]?.atMs ?? 0), String(at)).toBeGreaterThanOrEqual(4_990);
});

it('a batch and an execution with the same request name are refused as different requests', async () => {
  const { farebox, store } = await play([]);
  await store.add(stored({ kind: 'execution', executionId: 'exe_1' }));
  const again = farebox.runBatch('a-tool', LIST, { ceiling: 100, request: 'one' });
  await expect(again).rejects.toMatchObject({ code: 'request_changed' });
  expect(asked()).toEqual([]);
});

it('a stored request without a kind is an execution', async () => {
  const execution = { id: 'exe_1', tool: 'a-tool', status: 'succeeded', output: { artifacts: [], result: 1 } };
  const { farebox, store } = await play([ok(execution)]);
  await store.add(stored({ arguments: '{"n":1}', executionId: 'exe_1' }));
  for (const request of await farebox.pending())
    expect(await farebox.resume(request, { ceiling: 1 })).toMatchObject({ execution, result: 1 });
  expect(asked()).toEqual(['GET /tools/executions/exe_1']);
});
