/** Calls of a tool of a team through the real worker, database and store: its files, its charge, and a worker that dies. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SAMPLES } from '@farebox/files';
import type { RunStart } from '@farebox/runner-protocol';
import { retireTool } from '@farebox/tools';
import { expect, test, vi } from 'vitest';
import { type OwnShop, openOwnShop } from './testing/own-shop.ts';

const WAIT = { timeout: 120_000, interval: 50 };
/** Each try wakes the worker again. */
const RENOTIFIED = { ...WAIT, interval: 1_000 };
const LONG = { timeout: 180_000 };

const DRAWING = readFileSync(SAMPLES.get('file_sample_drawing')!.path);
const SPEECH = readFileSync(SAMPLES.get('file_sample_speech')!.path);
const PHOTO = SAMPLES.get('file_sample_photo')!;

const untilEnded = ({ deployment }: OwnShop, id: string) =>
  vi.waitFor(async () => {
    const execution = await deployment.get(id);
    expect(execution.finishedAt).not.toBeNull();
    return execution;
  }, WAIT);

const put = (start: RunStart, body: Buffer<ArrayBuffer>) => fetch(start.outputs[0]!.put, { method: 'PUT', body });

/** Compares its input with the digest, and puts the drawing. */
async function redraw(start: RunStart): Promise<object> {
  const [input] = start.inputs;
  const bytes = Buffer.from(await (await fetch(input!.url)).arrayBuffer());
  if (hash('sha256', bytes) !== input!.sha256) return { status: 'failed', billed: false };
  await put(start, DRAWING);
  return { status: 'succeeded', artifacts: [{ put: 0 }] };
}

test(
  'a runner reads its input and puts its artifact by URL; the customer pays the units, and a late cost is booked',
  LONG,
  async () => {
    await using shop = await openOwnShop({ work: redraw }, { FAREBOX_PROVIDER_INVOICE_SECONDS: '1' });
    await shop.deployment.start();
    const id = await shop.buy();
    expect(await untilEnded(shop, id)).toMatchObject({
      status: 'succeeded',
      chargedMicros: 1600,
      output: { artifacts: [{ mimeType: 'image/png', width: 800, height: 600 }] },
    });
    expect(shop.runner.begun[0]?.inputs).toEqual([
      {
        pointer: '/source',
        url: expect.stringContaining('/runner-files/'),
        sha256: PHOTO.sha256,
        mimeType: 'image/jpeg',
        sizeBytes: PHOTO.sizeBytes,
        width: 1600,
        height: 1067,
      },
    ]);
    expect(JSON.stringify(shop.runner.begun)).not.toContain(shop.deployment.projectId);
    shop.runner.end(`${id}.0`, { status: 'succeeded', artifacts: [{ put: 0 }], cost: { usd: '0.0009' } });
    await vi.waitFor(
      async () => expect(await shop.deployment.booked()).toMatchObject([{ booked_micros: 0n, late_micros: 900n }]),
      WAIT,
    );
  },
);

test('a worker that starts after the tool was retired still asks for the late cost of a run', LONG, async () => {
  await using shop = await openOwnShop({ work: redraw }, { FAREBOX_PROVIDER_INVOICE_SECONDS: '1' });
  const { deployment } = shop;
  const first = await deployment.start();
  const id = await shop.buy();
  expect(await untilEnded(shop, id)).toMatchObject({ status: 'succeeded' });
  await first.end('SIGKILL');
  await deployment.database.transaction((transaction) => retireTool(transaction, 'acme-redraw'));
  shop.runner.end(`${id}.0`, { status: 'succeeded', artifacts: [{ put: 0 }], cost: { usd: '0.0009' } });
  await deployment.start();
  await vi.waitFor(
    async () => expect(await deployment.booked()).toMatchObject([{ booked_micros: 0n, late_micros: 900n }]),
    WAIT,
  );
});

test.each<readonly [what: string, work: (start: RunStart) => Promise<object>]>([
  ['of another type', async (start) => (await put(start, SPEECH), { status: 'succeeded', artifacts: [{ put: 0 }] })],
  ['that nobody put', async () => ({ status: 'succeeded', artifacts: [{ put: 0 }] })],
  [
    'at an address that is refused',
    async () => ({ status: 'succeeded', artifacts: [{ url: 'http://169.254.169.254/' }] }),
  ],
  ['too many', async () => ({ status: 'succeeded', artifacts: [{ put: 0 }, { put: 1 }] })],
])('an artifact %s cannot be delivered and costs nothing, and its statement is kept', LONG, async (_, work) => {
  await using shop = await openOwnShop({ work: async (start) => ({ cost: { usd: '0.001' }, ...(await work(start)) }) });
  await shop.deployment.start();
  const id = await shop.buy();
  expect(await untilEnded(shop, id)).toMatchObject({
    status: 'failed',
    chargedMicros: 0,
    error: { message: 'provider_output_invalid' },
  });
  expect(await shop.deployment.booked()).toMatchObject([{ stated_micros: 1000n, booked_micros: 0n }]);
  const received = await shop.files.store.read(`projects/${shop.deployment.projectId}/executions/${id}/0-received`);
  expect((await buffer(received)).toString()).toContain('cost');
});

test(
  'a worker that is killed between the start and its answer leaves one run, which the next worker delivers',
  LONG,
  async () => {
    const begun = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    await using shop = await openOwnShop({
      async work(start) {
        begun.resolve();
        await killed.promise;
        return await redraw(start);
      },
    });
    const first = await shop.deployment.start();
    const id = await shop.buy();
    await begun.promise;
    await first.end('SIGKILL');
    killed.resolve();
    await shop.deployment.start();
    await vi.waitFor(async () => {
      await shop.deployment.notify(id);
      expect((await shop.deployment.get(id)).status).toBe('succeeded');
    }, RENOTIFIED);
    expect([shop.runner.begun.length, await shop.deployment.heldMicros()]).toEqual([1, 0n]);
  },
);

test('a test project gets the sample of the manifest, and its runner is never called', LONG, async () => {
  await using shop = await openOwnShop({ work: redraw });
  await shop.deployment.start();
  const id = await shop.buy('test');
  expect(await untilEnded(shop, id)).toMatchObject({
    status: 'succeeded',
    output: { artifacts: [{ mimeType: 'image/png', width: 800, height: 600 }] },
  });
  expect([shop.runner.asked, shop.runner.refused]).toEqual([[], []]);
});

test('more runs than a runner has places for wait for one, however long, and none is overdue', LONG, async () => {
  const limits = { maxRuntimeSeconds: 8, concurrency: 1 };
  let [working, most] = [0, 0];
  const work = async (start: RunStart) => {
    most = Math.max(most, ++working);
    await pause(3_000); // a run that takes time
    working--;
    return await redraw(start);
  };
  await using shop = await openOwnShop({ work }, {}, limits);
  await shop.deployment.start();
  const ids = await Promise.all(Array.from({ length: 4 }, () => shop.buy()));
  await vi.waitFor(async () => {
    await Promise.all(ids.map(shop.deployment.notify));
    const statuses = await Promise.all(ids.map(async (id) => (await shop.deployment.get(id)).status));
    expect(statuses).toEqual(ids.map(() => 'succeeded'));
  }, RENOTIFIED);
  expect(most).toBe(1);
});

test('a place that becomes free wakes the next run, although nobody else makes it due', LONG, async () => {
  await using shop = await openOwnShop({ work: redraw }, {}, { maxRuntimeSeconds: 120, concurrency: 1 });
  await shop.deployment.start();
  const ids = await Promise.all(Array.from({ length: 6 }, () => shop.buy()));
  // No keeper works here, and each run was notified once.
  for (const id of ids) expect(await untilEnded(shop, id)).toMatchObject({ status: 'succeeded' });
});
