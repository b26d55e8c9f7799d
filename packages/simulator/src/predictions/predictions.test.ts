import { inspect } from '@farebox/media';
import { describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { simulatorForEach } from '../testing/fixture.ts';

interface Prediction {
  readonly id: string;
  readonly status: 'processing' | 'succeeded' | 'failed' | 'canceled';
  readonly urls: { readonly get: string; readonly cancel: string };
  readonly output: readonly string[] | null;
  readonly error: string | null;
  readonly metrics?: { readonly cost?: number | string; readonly predict_time: number };
}

const BASE = '/predictions/v1/predictions';
const NAMED = '/predictions/v1/models/sim/any/predictions';
const VERSION = '0a'.repeat(32);
const fixture = simulatorForEach({ idempotent: ['predictions'] });
const read = async (response: Response): Promise<Prediction> => (await response.json()) as Prediction;
const get = async (path: string): Promise<Prediction> => read(await fixture().get(path));
const predict = async (prompt: string, token: string) => read(await fixture().predict(prompt, token));
const ended = (path: string) =>
  eventually(
    () => get(path),
    ({ status }) => status !== 'processing',
  );
const lookUp = async (token: string): Promise<readonly Prediction[]> =>
  ((await (await fixture().get(`${BASE}?idempotency_key=${token}`)).json()) as { results: Prediction[] }).results;

async function lose(prompt: string, token: string): Promise<void> {
  const lost = fixture().predict(prompt, token);
  await expect(lost.then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
}

describe('submit, poll, download', () => {
  test('a picture is at a separate URL, without a key', async () => {
    const accepted = await fixture().predict('a cat', 'exe_1.0');
    expect(accepted.status).toBe(201);
    const { status, urls } = await read(accepted);
    expect(status).toBe('processing');
    const { status: end, output, metrics } = await ended(urls.get);
    expect([end, metrics?.cost]).toEqual(['succeeded', 0.01]);
    const file = await fetch(output![0]!);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(inspect(Buffer.from(await file.arrayBuffer()), 'image/png')).toMatchObject({ width: 512, height: 512 });
  });

  test('a JPEG and a video of the requested length are real', async () => {
    const inputs = [
      { input: { prompt: 'a cat', output_format: 'jpg' }, mimeType: 'image/jpeg', found: { ok: true, width: 64 } },
      { input: { prompt: 'a cat', seconds: 7 }, mimeType: 'video/mp4', found: { ok: true, durationSeconds: 7 } },
    ] as const;
    for (const [index, { input, mimeType, found }] of inputs.entries()) {
      const { urls } = await read(await fixture().post(NAMED, { input }, `exe_1.${index}`));
      const { output } = await ended(urls.get);
      const bytes = Buffer.from(await (await fetch(output![0]!)).arrayBuffer());
      expect(inspect(bytes, mimeType)).toMatchObject(found);
    }
    expect(await fixture().costs()).toMatchObject([{ costMicros: 10_000 }, { costMicros: 140_000 }]);
  });

  test.each([
    { what: 'an official model at the path of its name', path: NAMED, body: {}, model: 'sim/any' },
    { what: 'a version', path: BASE, body: { version: VERSION }, model: VERSION },
    { what: 'a named version', path: BASE, body: { version: `sim/any:${VERSION}` }, model: `sim/any:${VERSION}` },
    { what: 'a name as the version', path: BASE, body: { version: 'sim/any' }, model: 'sim/any' },
  ])('$what is accepted', async ({ path, body, model }) => {
    const response = await fixture().post(path, { ...body, input: { prompt: 'a cat' } }, 'exe_1.0');
    expect([response.status, await response.json()]).toMatchObject([201, { model }]);
  });

  test.each([
    ['a model in the body', BASE, { model: 'sim/any', input: {} }],
    ['a model beside its path', NAMED, { model: 'sim/any', input: {} }],
    ['a version at the path of a name', NAMED, { version: VERSION, input: {} }],
    ['no version', BASE, { input: {} }],
    ['a version that cannot exist', BASE, { version: 'any', input: {} }],
    ['a cut version', BASE, { version: VERSION.slice(1), input: {} }],
    ['no input', NAMED, {}],
    ['a list as input', NAMED, { input: [] }],
    ['an unknown member', NAMED, { input: {}, prompt: 'a cat' }],
    ['seconds beyond the longest video', NAMED, { input: { seconds: 9 } }],
    ['a picture without a width', NAMED, { input: { width: 0 } }],
  ])('%s is refused as the real service refuses it, and costs nothing', async (_, path, body) => {
    const { post, costs } = fixture();
    const response = await post(path, body);
    expect([response.status, await response.json()]).toMatchObject([422, { detail: expect.any(String), status: 422 }]);
    expect(await costs()).toEqual([]);
  });

  test.each([
    ['a body of another type', { 'content-type': 'text/plain' }, 415],
    ['a preference that the service does not know', { prefer: 'respond-async' }, 422],
    ['no key', { authorization: '' }, 401],
  ])('%s is refused', async (_, other, status) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer any', ...other };
    const body = JSON.stringify({ input: { prompt: 'a cat' } });
    const response = await fetch(`${fixture().url}${NAMED}`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([status, { detail: expect.any(String) }]);
  });

  test('an unknown path is refused', async () => {
    const paths = [`${BASE}/eff_1`, '/predictions/v1/files/eff_1.png', '/predictions/v1/models', NAMED];
    for (const path of paths) expect((await fixture().get(path)).status).toBe(404);
  });
});

test.each([
  ['other-form', true],
  ['unreadable', false],
] as const)('%s delivers a file that is no complete PNG, and bills it', async (behaviour, isNearlyOne) => {
  const { urls } = await predict(`#sim:${behaviour} cat`, 'exe_1.0');
  const { output } = await ended(urls.get);
  const bytes = Buffer.from(await (await fetch(output![0]!)).arrayBuffer());
  expect(bytes.subarray(1, 4).equals(Buffer.from('PNG'))).toBe(isNearlyOne);
  expect(bytes.at(-1) === 0x0a).toBe(isNearlyOne);
  expect(await fixture().costs()).toMatchObject([{ costMicros: 10_000 }]);
});

describe('faults', () => {
  test('the same token returns the same prediction and costs once, also after a restart', async () => {
    const { id } = await predict('a cat', 'exe_1.0');
    await fixture().restart();
    expect((await predict('a cat', 'exe_1.0')).id).toBe(id);
    expect(await fixture().costs()).toHaveLength(1);
  });

  for (const behaviour of ['reset-after-accept', 'truncated', 'crash-after-accept']) {
    test(`after ${behaviour} the lookup by token finds the one paid prediction`, async () => {
      await lose(`#sim:${behaviour} cat`, 'exe_1.0');
      const [found, ...others] = await eventually(() => lookUp('exe_1.0'));
      expect(others).toEqual([]);
      expect((await ended(found!.urls.get)).status).toBe('succeeded');
      expect(await fixture().costs()).toMatchObject([{ token: 'exe_1.0', effect: found!.id, costMicros: 10_000 }]);
    });
  }

  test('a late success is paid at once and found only later', async () => {
    await lose('#sim:late(1) cat', 'exe_1.0');
    expect(await lookUp('exe_1.0')).toEqual([]);
    expect((await predict('#sim:late(1) cat', 'exe_1.0')).status).toBe('processing');
    expect(await fixture().costs()).toHaveLength(1);
    const [found] = await eventually(
      () => lookUp('exe_1.0'),
      (results) => results.length > 0,
    );
    expect(found).toMatchObject({ status: 'succeeded' });
  });

  test('moderation ends as failed, free or billed', async () => {
    const free = await predict('#sim:moderated', 'exe_1.0');
    expect(await ended(free.urls.get)).toMatchObject({ status: 'failed', output: null, metrics: { cost: 0 } });
    const billed = await predict('#sim:moderated-billed', 'exe_1.1');
    expect(await ended(billed.urls.get)).toMatchObject({ status: 'failed', metrics: { cost: 0.01 } });
    expect(await fixture().costs()).toMatchObject([{ token: 'exe_1.1', costMicros: 10_000 }]);
  });

  test('a cost may be far above any hold, or not a number', async () => {
    const above = await predict('#sim:cost-above', 'exe_1.0');
    expect((await ended(above.urls.get)).metrics).toMatchObject({ cost: 10 });
    const nan = await predict('#sim:cost-nan', 'exe_1.1');
    await expect.poll(async () => (await fixture().get(nan.urls.get)).text()).toMatch(/"metrics":\{[^}]*"cost":NaN\b/);
  });

  test('a cost may be reported late, or never', async () => {
    const late = await predict('#sim:late-invoice(1)', 'exe_1.0');
    expect((await ended(late.urls.get)).metrics).not.toHaveProperty('cost');
    const invoiced = await eventually(
      () => get(late.urls.get),
      ({ metrics }) => metrics !== undefined && 'cost' in metrics,
    );
    expect(invoiced).toMatchObject({ status: 'succeeded', metrics: { predict_time: 2, cost: 0.01 } });
    const never = await predict('#sim:cost-unstated', 'exe_1.1');
    expect((await ended(never.urls.get)).metrics).toEqual({ predict_time: 2 });
    expect(await fixture().costs()).toMatchObject([{ costMicros: 10_000 }, { costMicros: 10_000 }]);
  });

  test('a hanging prediction is processed forever, until it is cancelled, and is billed for its time', async () => {
    const { urls } = await predict('#sim:hang', 'exe_1.0');
    const cancel = async (): Promise<Prediction> => read(await fixture().post(urls.cancel, {}));
    expect(await get(urls.get)).toMatchObject({ status: 'processing' });
    expect(await fixture().costs()).toMatchObject([{ costMicros: 10_000 }]);
    const canceled = await cancel();
    const { predict_time: seconds = 0, cost } = canceled.metrics ?? {};
    expect(canceled.status).toBe('canceled');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(2);
    expect(cost).toBe((Math.round(seconds * 1000) * 5) / 1e6);
    expect(await cancel()).toMatchObject({ metrics: { cost } });
    await fixture().restart();
    expect(await lookUp('exe_1.0')).toMatchObject([{ status: 'canceled', metrics: { predict_time: seconds, cost } }]);
    expect(await fixture().costs()).toMatchObject([{ token: 'exe_1.0', costMicros: Math.round(seconds * 1000) * 5 }]);
  });

  test('an ended prediction cannot be cancelled', async () => {
    const { urls } = await predict('a cat', 'exe_1.0');
    await ended(urls.get);
    expect(await read(await fixture().post(urls.cancel, {}))).toMatchObject({ status: 'succeeded' });
  });

  test('a slow prediction succeeds after its time', async () => {
    const { urls } = await predict('#sim:slow(1200)', 'exe_1.0');
    expect(await get(urls.get)).toMatchObject({ status: 'processing' });
    expect(await ended(urls.get)).toMatchObject({ status: 'succeeded' });
  });
});
