/** A paid request, response by response: retries and their key, and when the request leaves the store. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Farebox, createFarebox } from './client.ts';
import { FareboxError } from './errors.ts';
import { type PaidExecution, type RequestStore, memoryStore } from './requests/store.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';

type OneTool = { 'a-tool': { readonly n: number } };

const ok = (data: object): Scripted => ({ status: 200, body: { data } });
const quote = (maximumChargeMicros: number, priceVersion = 'v1'): Scripted => ok({ priceVersion, maximumChargeMicros });
const execution = { id: 'exe_1', tool: 'a-tool', status: 'queued' };
const accepted: Scripted = { status: 202, body: { data: execution } };
const error = (status: number, message: string, details = {}): Scripted => ({
  status,
  body: { error: { status: 'X', message, details } },
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

const heard = () => server?.heard ?? [];
const paid = () => heard().filter(({ asked }) => asked === 'POST /tools/a-tool');
const execute = (farebox: Farebox<OneTool>, ceiling = 100) =>
  farebox.execute('a-tool', { n: 1 }, { ceiling }).then(
    ({ id }) => id,
    (thrown: unknown) => (thrown instanceof FareboxError ? thrown.code : String(thrown)),
  );

describe('paid requests', () => {
  it('a paid request is sent again with the same bytes under the same key', async () => {
    const { farebox } = await play([quote(50), null, accepted]);
    expect(await execute(farebox)).toBe('exe_1');
    const [first, second] = paid();
    expect(second).toMatchObject({ key: first?.key, body: first?.body });
    expect(first?.key).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
  });

  it.each([undefined, null, Number.NaN, Infinity, -1, 0.5, 2 ** 53, '100', {}])(
    'a purchase, a batch and a resumed request with the ceiling %s are refused, and nothing is sent or stored',
    async (value) => {
      const { farebox, store } = await play([]);
      const paying = { ceiling: value as number };
      const stored = { kind: 'execution', name: 'one', tool: 'a-tool', executionId: 'exe_1' } as PaidExecution;
      const attempts: (() => Promise<unknown>)[] = [
        () => farebox.execute('a-tool', { n: 1 }, paying),
        () => farebox.run('a-tool', { n: 1 }, paying),
        () => farebox.runBatch('a-tool', [{ n: 1 }], paying),
        () => farebox.executeBatch('a-tool', [{ n: 1 }], paying),
        () => farebox.resume(stored, paying),
      ];
      for (const attempt of attempts)
        await expect(attempt()).rejects.toMatchObject({
          code: 'invalid_ceiling',
          details: { ceiling: expect.any(String) as string },
        });
      expect(heard()).toEqual([]);
      expect(await store.list()).toEqual([]);
    },
  );

  it('a purchase without options is refused, and nothing is sent', async () => {
    const { farebox } = await play([]);
    const execute = farebox.execute as (tool: string, args: object) => Promise<unknown>;
    await expect(execute('a-tool', { n: 1 })).rejects.toMatchObject({ code: 'invalid_ceiling' });
    expect(heard()).toEqual([]);
  });

  it.each([undefined, null, '50', true, 50.5, -1])(
    'a quote of %s, which is no amount, is not paid',
    async (maximum) => {
      const { farebox, store } = await play([ok({ priceVersion: 'v1', maximumChargeMicros: maximum })]);
      expect(await execute(farebox)).toBe('ceiling_exceeded');
      expect(paid()).toEqual([]);
      expect(await store.list()).toEqual([]);
    },
  );

  it.each([null, {}, { id: 7 }])(
    'an answer of %j to a paid request leaves its outcome unknown, and the request stored',
    async (data) => {
      const { farebox, store } = await play([quote(50), { status: 200, body: { data } }]);
      expect(await execute(farebox)).toBe('outcome_unknown');
      expect(await store.list()).toMatchObject([{ body: expect.any(String) as string, executionId: null }]);
      expect(paid()).toHaveLength(1);
    },
  );

  it('an execution of a template version is found by the name of the template', async () => {
    const { farebox } = await play([
      quote(50),
      null,
      error(404, 'tool_not_found'),
      ok({ executions: [{ ...execution, tool: '@thumbs', model: '3' }], nextBefore: null }),
      ok({ ...execution, tool: '@thumbs' }),
    ]);
    const { id } = await farebox.execute('@thumbs:3', {}, { ceiling: 100 });
    expect(id).toBe('exe_1');
    expect(heard().map(({ asked }) => asked)).toContain('POST /tools/%40thumbs%3A3');
  });

  it('after a price change, a paid request is quoted again under the same key and within the ceiling', async () => {
    const { farebox, store } = await play([quote(50), error(400, 'price_version_mismatch'), quote(60, 'v2'), accepted]);
    expect(await execute(farebox)).toBe('exe_1');
    expect(paid().map(({ body }) => (JSON.parse(body) as { priceVersion: string }).priceVersion)).toEqual(['v1', 'v2']);
    expect(new Set(paid().map(({ key }) => key)).size).toBe(1);
    expect(await store.list()).toMatchObject([{ kind: 'execution', executionId: 'exe_1' }]);
  });

  it('a paid request rejects if the new price exceeds the ceiling', async () => {
    const { farebox, store } = await play([quote(50), error(400, 'price_version_mismatch'), quote(101, 'v2')]);
    expect(await execute(farebox)).toBe('ceiling_exceeded');
    expect(await store.list()).toEqual([]);
  });

  it('a request whose outdated body may have been accepted says so in the store, and one that was only refused does not', async () => {
    const stale = error(400, 'price_version_mismatch');
    const { farebox, store } = await play([quote(50), null, stale, quote(101, 'v2')]);
    expect(await execute(farebox)).toBe('ceiling_exceeded');
    expect(await store.list()).toMatchObject([{ body: null, mayBeAccepted: true }]);
    await server?.close();
    const saved: unknown[] = [];
    const refused = await play([quote(50), stale, quote(60, 'v2'), accepted]);
    const { save } = refused.store;
    Object.assign(refused.store, { save: (request: PaidExecution) => (saved.push(request), save(request)) });
    expect(await execute(refused.farebox)).toBe('exe_1');
    expect(saved.some((request) => 'mayBeAccepted' in (request as object))).toBe(false);
  });

  it('a paid request that is refused at its first attempt leaves the store', async () => {
    const { farebox, store } = await play([quote(50), error(429, 'insufficient_balance')]);
    expect(await execute(farebox)).toBe('insufficient_balance');
    expect(await store.list()).toEqual([]);
  });

  it('a paid request that is refused after a lost response is looked up by its key, because the first attempt may have been accepted', async () => {
    const list = ok({ executions: [execution], nextBefore: null });
    const { farebox } = await play([quote(50), null, error(429, 'insufficient_balance'), list, ok(execution)]);
    expect(await execute(farebox)).toBe('exe_1');
    expect(heard()[3]?.asked).toBe(`GET /tools/executions?idempotencyKey=${paid()[0]?.key}`);
  });

  it('a paid request that is refused after a lost response and not found stays stored, because the first attempt may still arrive', async () => {
    const none = ok({ executions: [], nextBefore: null });
    const { farebox, store } = await play([quote(50), null, error(403, 'project_permission_required'), none]);
    expect(await execute(farebox)).toBe('project_permission_required');
    expect(await store.list()).toHaveLength(1);
  });

  it('a request that an earlier process stored stays stored after a refusal, even without a body', async () => {
    const none = ok({ executions: [], nextBefore: null });
    const { farebox, store } = await play([quote(50), error(429, 'insufficient_balance'), none]);
    const earlier = { name: 'one', idempotencyKey: 'sdk_one', tool: 'a-tool', arguments: '{"n":1}' };
    await store.add({ ...earlier, body: null, executionId: null, createdAt: '2026-11-22T00:00:00.000Z' });
    const again = farebox.execute('a-tool', { n: 1 }, { ceiling: 100, request: 'one' });
    await expect(again).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await store.list()).toHaveLength(1);
  });

  it('a key conflict with an earlier attempt of the same request resolves to its execution', async () => {
    const list = ok({ executions: [execution], nextBefore: null });
    const script = [
      quote(50),
      null,
      error(400, 'price_version_mismatch'),
      quote(60, 'v2'),
      error(409, 'idempotency_key_conflict'),
      list,
      ok(execution),
    ];
    const { farebox } = await play(script);
    expect(await execute(farebox)).toBe('exe_1');
  });

  it.for([
    null,
    error(500, 'internal_error'),
    error(503, 'service_unavailable', { accepted: 'unknown' }),
    { status: 502, body: {} },
  ])('a paid request with an unknown outcome stays stored, after %j', async (last) => {
    const { farebox, store } = await play([quote(50), last], 1);
    expect(await execute(farebox)).toBe('outcome_unknown');
    expect(await store.list()).toMatchObject([{ executionId: null, body: paid()[0]?.body }]);
  });

  it('a paid request leaves the store if the service says that nothing was accepted', async () => {
    const { farebox, store } = await play([quote(50), error(503, 'service_unavailable', { accepted: false })], 1);
    expect(await execute(farebox)).toBe('service_unavailable');
    expect(await store.list()).toEqual([]);
  });

  it('a request name has one idempotency key, in every store', async () => {
    const { farebox } = await play([quote(50), accepted, quote(50), accepted]);
    const other = createFarebox<OneTool>({ baseUrl: server?.baseUrl ?? '', apiKey: 'fb' });
    for (const client of [farebox, other]) await client.execute('a-tool', { n: 1 }, { ceiling: 100, request: 'one' });
    expect(paid()[1]?.key).toBe(paid()[0]?.key);
  });

  it('a request name with other arguments is refused', async () => {
    const { farebox } = await play([quote(50), accepted, ok(execution)]);
    const named = { ceiling: 100, request: 'one' };
    await farebox.execute('a-tool', { n: 1 }, named);
    expect((await farebox.execute('a-tool', { n: 1 }, named)).id).toBe('exe_1');
    await expect(farebox.execute('a-tool', { n: 2 }, named)).rejects.toMatchObject({ code: 'request_changed' });
    expect(paid()).toHaveLength(1);
  });
});

describe('all requests', () => {
  it('a retry waits as long as Retry-After says', async () => {
    const late = { ...error(503, 'service_unavailable', { accepted: false }), headers: { 'Retry-After': '1' } };
    const { farebox } = await play([late, ok({})]);
    await farebox.usage();
    const [first, second] = heard();
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('a request waits for the next rate limit window if the last response says that this one is used up', async () => {
    const last = { ...ok({}), headers: { RateLimit: '"key";r=0;t=1' } };
    const { farebox } = await play([last, ok({})]);
    await farebox.usage();
    await farebox.usage();
    const [first, second] = heard();
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('a request never follows a redirect, which would send the key to another server', async () => {
    const { farebox } = await play([{ status: 307, body: {}, headers: { Location: '/elsewhere' } }, ok({})], 1);
    await expect(farebox.usage()).rejects.toMatchObject({ code: 'network_failed' });
    expect(heard()).toHaveLength(1);
  });

  it('a refused request is not sent again', async () => {
    const { farebox } = await play([error(401, 'invalid_api_key')]);
    await expect(farebox.usage()).rejects.toMatchObject({ code: 'invalid_api_key', http: 401 });
    expect(heard()).toHaveLength(1);
  });
});
