/** Price terms of single projects. */
import { onTerms, overlaid, PRICE_TABLE } from '@farebox/catalog';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelTerms, createPriceReader, listTerms } from '../index.ts';
import { ahead, CODE, type Fixture, openFixture, resize, resizeAt, SEED } from '../testing/fixture.ts';

let prices: Fixture;
beforeEach(async () => {
  prices = await openFixture();
});
afterEach(async () => await prices[Symbol.asyncDispose]());

describe('terms of a project', () => {
  test('terms apply to their project only, under their own version, until list prices apply again', async () => {
    const [projectId, other] = [await prices.newProject(), await prices.newProject()];
    const { after } = await prices.sell(projectId, 8_750);
    await prices.begun(after.version, 'project_price_terms');
    const offered = '2026-11-22.0ffe7ed0';
    await createPriceReader(prices.database).enter([
      { version: offered, tableVersion: SEED, termsVersion: after.version },
    ]);
    expect([await prices.accept(projectId, SEED), await prices.accept(projectId, offered)]).toEqual([
      'price_version_mismatch',
      'accepted',
    ]);
    expect([await prices.accept(other, SEED), await prices.accept(other, offered)]).toEqual([
      'accepted',
      'price_version_mismatch',
    ]);
    const list = await prices.sell(projectId, 10_000);
    expect([list.before?.version, list.after.prices]).toEqual([after.version, null]);
    await prices.begun(list.after.version, 'project_price_terms');
    expect([await prices.accept(projectId, SEED), await prices.accept(projectId, offered)]).toEqual([
      'accepted',
      'price_version_mismatch',
    ]);
    expect((await listTerms(prices.database.prisma, { projectId, limit: 10 })).map(({ version }) => version)).toEqual([
      list.after.version,
      after.version,
    ]);
  });

  test('a version of terms ends with its list table', async () => {
    const projectId = await prices.newProject();
    const { after } = await prices.sell(projectId, 9_000);
    await prices.begun(after.version, 'project_price_terms');
    const offered = '2026-11-22.0ffe7ed0';
    await createPriceReader(prices.database).enter([
      { version: offered, tableVersion: SEED, termsVersion: after.version },
    ]);
    expect(await prices.accept(projectId, offered)).toBe('accepted');
    await prices.begun((await prices.publish(resizeAt(120))).after.version);
    expect(await prices.accept(projectId, offered)).toBe('price_version_mismatch');
  });

  test('terms are validated like tables', async () => {
    const projectId = await prices.newProject();
    for (const [basisPoints, more] of [
      [4_000, {}],
      [30_000, {}],
      [10_000, { tools: { 'image-resize': { ...resize, unitPriceMicros: '10', description: 'ten' } } }],
      [10_000, { tools: { nothing: resize } }],
    ] as const)
      await expect(prices.sell(projectId, basisPoints, more)).rejects.toMatchObject({ message: 'invalid_request' });
    const { after } = await prices.sell(projectId, 4_000, { isConfirmed: true });
    // Returning to list prices from there is a factor of 2.5.
    await expect(prices.sell(projectId, 10_000, { effectiveAt: ahead(60_000) })).rejects.toMatchObject({
      message: 'invalid_request',
    });
    const next = await prices.sell(projectId, 5_000, { effectiveAt: ahead(3_600_000) });
    expect(next.before?.version).toBe(after.version);
    await prices.database.transaction((transaction) => cancelTerms(transaction, projectId, next.after.version));
    await expect(
      prices.database.transaction((transaction) => cancelTerms(transaction, projectId, next.after.version)),
    ).rejects.toMatchObject({ message: 'price_change_begun' });
    expect(
      onTerms({ basisPoints: 4_000, tools: {} }, { ...PRICE_TABLE, tools: overlaid({}, CODE) }).tools['image-resize'],
    ).toMatchObject({
      unitPriceMicros: '40',
    });
  });

  test('an instant that has terms of the project is refused, and terms of another project may begin then', async () => {
    const [projectId, other] = [await prices.newProject(), await prices.newProject()];
    const effectiveAt = ahead(3_600_000);
    const { version } = (await prices.sell(projectId, 9_000, { effectiveAt })).after;
    await expect(prices.sell(projectId, 8_000, { effectiveAt })).rejects.toMatchObject({
      message: 'price_instant_taken',
      details: { priceVersion: version },
    });
    await expect(prices.sell(other, 8_000, { effectiveAt })).resolves.toMatchObject({ after: { effectiveAt } });
  });

  test('a version never changes its meaning', async () => {
    const reader = createPriceReader(prices.database);
    await reader.enter([{ version: 'one', tableVersion: SEED, termsVersion: null }]);
    await reader.enter([{ version: 'one', tableVersion: SEED, termsVersion: null }]);
    await expect(reader.enter([{ version: 'one', tableVersion: SEED, termsVersion: 'x' }])).rejects.toThrow(
      'stands for one table',
    );
  });
});
