/** The packs at an API on this machine that plays their recordings, and misbehaves on purpose. */
import { readFileSync } from 'node:fs';
import { SAMPLES } from '@farebox/files';
import { OperationFailure, OutcomeUnknown, TryLater } from '@farebox/worker';
import { expect, test } from 'vitest';
import { KEY, type PackFault, PACKS, type PackName } from './testing/pack.ts';
import { openPackShop } from './testing/pack-shop.ts';

const PHOTO = readFileSync(SAMPLES.get('file_sample_photo')!.path).toString('base64');
const DRAWING = { mimeType: 'image/png', width: 800, height: 600 };

const RUNS: Readonly<Record<PackName, { readonly output: object; readonly sent: object; readonly auth: string }>> = {
  queue: {
    output: { artifacts: [DRAWING], result: 42, units: 1, costMicros: 12_000n },
    sent: { prompt: 'a lighthouse at dawn', image_size: 'landscape_4_3', seed: 42, num_images: 1 },
    auth: `Key ${KEY}`,
  },
  predictions: {
    output: { artifacts: [{ mimeType: 'image/jpeg', width: 1600, height: 1067 }], units: 2, costMicros: 2_100n },
    sent: { input: { image: `data:image/jpeg;base64,${PHOTO}`, scale: 2 } },
    auth: `Bearer ${KEY}`,
  },
  images: {
    output: { artifacts: [DRAWING], units: 1, costMicros: 19_000n },
    sent: { model: 'acme-image-1', prompt: 'a red bicycle', size: '1024x1024', n: 1, response_format: 'b64_json' },
    auth: `Bearer ${KEY}`,
  },
  speech: {
    output: { artifacts: [{ mimeType: 'audio/mpeg' }], units: 1, costMicros: 600n },
    sent: {
      model: 'acme-voice-1',
      input: 'Boarding begins at gate seven.',
      voice: 'calm',
      response_format: 'mp3',
    },
    auth: `Bearer ${KEY}`,
  },
};

const isFirst = (line: string): boolean => line.startsWith('POST ');

test.each(PACKS)('%s: a call is made once, and its result and stated cost are delivered', async (name) => {
  await using shop = await openPackShop(name);
  const { output, sent, auth } = RUNS[name];
  expect(await shop.call().run()).toMatchObject(output);
  expect(shop.pack.begun()).toBe(1);
  expect(JSON.parse(shop.pack.asked[0]!.body)).toEqual(sent);
  expect(shop.pack.asked[0]!.headers).toMatchObject({ authorization: auth });
  expect(JSON.stringify(shop.pack.asked)).not.toMatch(/project-one|org-one/);
  expect(shop.fixture.findings).toEqual([]);
});

test.each(PACKS)('%s: a test project gets the words of the manifest, and nothing is called', async (name) => {
  await using shop = await openPackShop(name);
  expect(await shop.call('test').run()).toMatchObject({ artifacts: [{}] });
  expect(shop.pack.asked).toEqual([]);
});

/** Loses the first response to the request that begins the work. */
const losing: PackFault = ({ line }, times) => (isFirst(line) && times === 1 ? 'lost' : undefined);

test.each(['queue', 'predictions', 'images'] as const)('%s: a lost response begins no second work', async (name) => {
  await using shop = await openPackShop(name, losing);
  await expect(shop.call().run()).rejects.toThrow(OutcomeUnknown);
  expect(shop.pack.begun()).toBe(1);
});

test('speech: a lost response is asked for again under the same token, because one token has one effect', async () => {
  await using shop = await openPackShop('speech', losing);
  expect(await shop.call().run()).toMatchObject(RUNS.speech.output);
  const tokens = shop.pack.asked.map(({ headers }) => headers['idempotency-key']);
  expect(tokens).toEqual([expect.stringMatching(/^exe_/), tokens[0]]);
});

test.each(PACKS)('%s: 429 takes nothing, and the call is made later', async (name) => {
  await using shop = await openPackShop(name, ({ line }, times) =>
    isFirst(line) && times === 1 ? { status: 429, headers: { 'retry-after': '3' } } : undefined,
  );
  const step = shop.call();
  await expect(step.run()).rejects.toThrow(TryLater);
  expect(step.journal.phase).toBe('pending');
  expect(await step.run()).toMatchObject(RUNS[name].output);
});

test.each(['queue', 'predictions', 'images'] as const)('%s: 500 leaves the outcome open', async (name) => {
  await using shop = await openPackShop(name, ({ line }) => (isFirst(line) ? { status: 500 } : undefined));
  await expect(shop.call().run()).rejects.toThrow(OutcomeUnknown);
  expect(shop.pack.begun()).toBe(1);
});

test.each(['queue', 'predictions'] as const)('%s: a look-up that fails or is lost is repeated', async (name) => {
  await using shop = await openPackShop(name, ({ line }, times) => {
    if (!line.startsWith('GET ') || line.includes('/samples/')) return undefined;
    return times === 1 ? 'lost' : undefined;
  });
  expect(await shop.call().run()).toMatchObject(RUNS[name].output);
  expect(shop.pack.begun()).toBe(1);
});

test.each(['-1', 'NaN', 'free'])('a cost of %s counts as not stated, and is a finding', async (cost) => {
  await using shop = await openPackShop('speech', () => ({
    headers: { 'content-type': 'audio/mpeg', 'x-cost-usd': cost },
    body: readFileSync(SAMPLES.get('file_sample_speech')!.path),
  }));
  expect(await shop.call().run()).toMatchObject({ costMicros: 0n, basis: { statedMicros: null } });
  expect(shop.fixture.findings).toEqual(['tool-acme-speak cost']);
});

test('a cost above the hold is booked up to the hold', async () => {
  const body = { id: 'gm3qorzdhgbfurvjtvhg6dckhu', status: 'failed', metrics: { cost: 99.5 } };
  await using shop = await openPackShop('predictions', ({ line }) => (line.startsWith('GET') ? { body } : undefined));
  const failure = await shop
    .call()
    .run()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperationFailure);
  expect(failure).toMatchObject({ costMicros: 500_000n, basis: { statedMicros: 99_500_000n } });
});

test.each([
  ['an image of another type', Buffer.from('GIF89a')],
  ['a page', Buffer.from('<html></html>')],
])('%s at the URL of an artifact is delivered to nobody', async (_, bytes) => {
  await using shop = await openPackShop('queue', ({ line }) =>
    line.includes('/samples/') ? { headers: { 'content-type': 'image/png' }, body: bytes } : undefined,
  );
  await expect(shop.call().run()).rejects.toMatchObject({ reason: 'provider_output_invalid', costMicros: 0n });
});
