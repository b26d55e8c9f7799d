/** Upscaled and cut-out images, against the simulator: of the promised size, and transparent if promised. */
import { readFile } from 'node:fs/promises';
import { type InputFile, OperationFailure } from '@farebox/worker';
import { expect, test } from 'vitest';
import { OutputInvalid } from './call/run.ts';
import { predictCutout } from './operations/predict-cutout.ts';
import { predictUpscale } from './operations/predict-upscale.ts';
import { hasAlpha } from './output/picture.ts';
import { type Fixture, image, inputFile, openFixture } from './testing/fixture.ts';

const PHOTO = new URL('../../../packages/files/samples/photo.jpg', import.meta.url);
/** The simulator responds at once; a busy machine may be slow. */
const openShop = () => openFixture({ env: { FAREBOX_PROVIDER_CALL_SECONDS: '60' } });

const photo = async ({ directory }: Fixture): Promise<InputFile> =>
  inputFile(directory, { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: await readFile(PHOTO) });

/** 512 × 512 pixels, none transparent. */
async function opaque(shop: Fixture): Promise<Buffer> {
  const { artifacts } = await shop.step('generate-image', image('a lighthouse')).run();
  return readFile(artifacts[0]!.path);
}
const stored = ({ directory }: Fixture, bytes: Buffer): Promise<InputFile> =>
  inputFile(directory, { name: 'source.png', mimeType: 'image/png', bytes });

const served = { provider: 'predictions', model: 'sim/any' };

test.each([2, 4])('an image is made %i times as large on both sides, and paid once', async (scale) => {
  await using shop = await openShop();
  const step = shop.step('predict-upscale', { ...served, scale }, { source: await photo(shop) });
  const size = { width: 1600 * scale, height: 1067 * scale };
  expect(await step.run()).toMatchObject({
    units: 1,
    costMicros: 10_000n,
    artifacts: [{ mimeType: 'image/png', ...size }],
  });
  expect(shop.costs().length).toBe(1);
});

test('a background becomes transparent, and the size stays', async () => {
  await using shop = await openShop();
  const step = shop.step('predict-cutout', served, { source: await photo(shop) });
  const { artifacts, units } = await step.run();
  expect([units, artifacts]).toMatchObject([1, [{ mimeType: 'image/png', width: 1600, height: 1067 }]]);
  expect(hasAlpha(await readFile(artifacts[0]!.path))).toBe(true);
});

test('a result larger than any tool accepts is refused before anything is sent', async () => {
  await using shop = await openShop();
  const source = await photo(shop);
  const step = shop.step('predict-upscale', { ...served, scale: 5 }, { source });
  await expect(step.run()).rejects.toThrow(new OperationFailure('result_too_large'));
  expect([shop.costs(), step.journal.writes]).toEqual([[], []]);
});

test('output of another size, or without an alpha channel, is not delivered', async () => {
  await using shop = await openShop();
  const bytes = await opaque(shop);
  const source = await stored(shop, bytes);
  const context = { directory: shop.directory, inputs: { source } };
  const fails = () => Promise.reject(new Error('nothing is fetched or converted'));
  const [files, receiving] = [[{ bytes }], { fetch: fails, convert: fails }];
  const output = { files, text: null };
  const larger = predictUpscale.deliver(
    output,
    { ...context, parameters: { ...served, scale: 2 } } as never,
    receiving,
  );
  await expect(larger).rejects.toThrow(new OutputInvalid('another size'));
  const cutout = predictCutout.deliver(output, { ...context, parameters: served } as never, receiving);
  await expect(cutout).rejects.toThrow(new OutputInvalid('no alpha channel'));
  const other = { ...context, inputs: { source: await photo(shop) }, parameters: served };
  await expect(predictCutout.deliver(output, other as never, receiving)).rejects.toThrow(
    new OutputInvalid('another size'),
  );
});
