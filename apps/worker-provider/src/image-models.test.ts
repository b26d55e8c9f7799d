/** Each known image model at each size that the tool has: offered and delivered, or neither, against a service that is as particular as the real one. */
import { createCatalog, providerOfferFields, providerOffersOf } from '@farebox/catalog';
import { readConfig } from '@farebox/kernel';
import { OperationFailure } from '@farebox/worker';
import { expect, test } from 'vitest';
import { type Fixture, image, openFixture, type Step } from './testing/fixture.ts';

/** What the tool has. Any model that is not known is taken to make every one. */
const SIZES = ['512x512', '1024x1024', '1536x1024', '1024x1536'] as const;
/** As the service documents them. */
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

/** Whether it can be bought where this model is configured, as the quote says. */
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
  'an image of %s at %s is offered, asked for as that model wants it, and delivered',
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
  'an image of %s at %s is not offered, and would be refused for nothing',
  async (model, size) => {
    expect(isOffered(model, size)).toBe(false);
    await using shop = await openShop();
    await expect(stepOf(shop, { model, size }).run()).rejects.toThrow(OperationFailure);
    expect(shop.costs()).toEqual([]);
  },
);
