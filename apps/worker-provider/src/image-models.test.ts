/**
 * Each known image model at each size of the tool is either offered and delivered, or neither, against a service as
 * strict as the real one.
 */
import { createCatalog, providerOfferFields, providerOffersOf } from '@farebox/catalog';
import { readConfig } from '@farebox/kernel';
import { OperationFailure } from '@farebox/worker';
import { expect, test } from 'vitest';
import { type Fixture, image, openFixture, type Step } from './testing/fixture.ts';

/** Sizes of the tool. An unknown model is assumed to support all of them. */
const SIZES = ['512x512', '1024x1024', '1536x1024', '1024x1536'] as const;
/** Supported sizes, as the services document them. */
const MAKES: Readonly<Record<string, readonly string[]>> = {
  'gpt-image-1': ['1024x1024', '1536x1024', '1024x1536'],
  'gpt-image-1-mini': ['1024x1024', '1536x1024', '1024x1536'],
  'dall-e-3': ['1024x1024'],
  'dall-e-2': ['512x512', '1024x1024'],
  'sim-image': SIZES,
};
const pairs = (isMade: boolean) =>
  Object.entries(MAKES).flatMap(([model, made]) =>
    SIZES.filter((size) => made.includes(size) === isMade).map((size) => [model, size] as const),
  );

/** Whether the quote offers this size if this model is configured. */
function isOffered(model: string, size: string): boolean {
  const url = 'http://localhost:1/v1';
  const env = { FAREBOX_OPENAI_URL: url, FAREBOX_OPENAI_MODELS: `image-generate/standard=${model}` };
  const catalog = createCatalog({
    rehearsal: false,
    providers: providerOffersOf(readConfig(providerOfferFields({}), env)),
  });
  const prepared = catalog.prepare({ tool: 'image-generate', arguments: { prompt: 'a lighthouse', size } });
  const quote = prepared.ok && catalog.quote(prepared, new Map());
  return quote !== false && quote.ok && quote.availability.available;
}

const openShop = () => openFixture({ env: { FAREBOX_PROVIDER_CALL_SECONDS: '60' } });
const stepOf = (shop: Fixture, row: { readonly model: string; readonly size: string }): Step =>
  shop.step('generate-image', { ...image('a lighthouse'), ...row });

test.each(pairs(true))(
  "an image of %s at %s is offered, requested in the model's format, and delivered",
  async (model, size) => {
    expect(isOffered(model, size)).toBe(true);
    await using shop = await openShop();
    const [width, height] = size.split('x').map(Number);
    await expect(stepOf(shop, { model, size }).run()).resolves.toMatchObject({
      artifacts: [{ mimeType: 'image/png', width, height }],
    });
    expect(shop.costs()).toMatchObject([{ model }]);
  },
);

test.each(pairs(false))(
  'an image of %s at %s is not offered, because the service would refuse it',
  async (model, size) => {
    expect(isOffered(model, size)).toBe(false);
    await using shop = await openShop();
    await expect(stepOf(shop, { model, size }).run()).rejects.toThrow(OperationFailure);
    expect(shop.costs()).toEqual([]);
  },
);
