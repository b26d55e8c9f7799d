/** Publishing price tables, and the guarantees of the database. */
import { PLATFORM, readEntries } from '@farebox/audit-log';
import { PRICE_TABLE } from '@farebox/catalog';
import { runSql } from '@farebox/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPriceReader, listTables } from '../index.ts';
import { ahead, CODE, type Fixture, openFixture, resizeAt, SEED } from '../testing/fixture.ts';

let prices: Fixture;
beforeEach(async () => {
  prices = await openFixture();
});
afterEach(async () => await prices[Symbol.asyncDispose]());

describe('the first table', () => {
  test('a database begins with the table of the code, once, whichever gateway is first', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => createPriceReader(prices.database).seed({ ...PRICE_TABLE, edition: 7 })),
    );
    const tables = await listTables(prices.database.prisma, { limit: 10 });
    expect(tables.map(({ version }) => version)).toEqual([SEED]);
    expect(tables[0]?.prices).toEqual(JSON.parse(JSON.stringify(PRICE_TABLE)));
    expect(await prices.accept(await prices.newProject(), SEED)).toBe('accepted');
    const entries = await readEntries(prices.database, { chain: PLATFORM, limit: 10 });
    expect(entries).toMatchObject([
      {
        act: 'price.publish',
        actor: { kind: 'system', subject: 'gateway' },
        target: SEED,
        before: null,
        after: { version: SEED, effectiveAt: tables[0]?.effectiveAt.toISOString() },
      },
    ]);
  });

  test.each([
    [`UPDATE price_table SET prices = '{}'`],
    [`UPDATE price_table SET effective_at = effective_at - interval '1 hour'`],
    [`UPDATE price_table SET cancelled_at = now()`],
    [`UPDATE price_table SET published_by = 'bob'`],
    [`DELETE FROM price_table`],
    [`TRUNCATE price_table CASCADE`],
    [`UPDATE price_version SET table_version = 'x'`],
    [`DELETE FROM price_version`],
  ])('published prices cannot be changed: %s', async (statement) => {
    await expect(runSql(prices.url, statement)).rejects.toThrow('stay as they were');
  });

  test('the database refuses to change the end of a table', async () => {
    const { after } = await prices.publish(resizeAt(120));
    await prices.begun(after.version);
    await expect(
      runSql(prices.url, `UPDATE price_table SET superseded_at = NULL WHERE version = '${SEED}'`),
    ).rejects.toThrow('stay as they were');
  });
});

describe('publishing a table', () => {
  test('a table with problems is refused as a whole and changes nothing', async () => {
    for (const [tools, pointer] of [
      [{}, '/tools/image-resize'],
      [resizeAt(-1), '/tools/image-resize/unitPriceMicros'],
      [resizeAt(201), '/tools/image-resize/unitPriceMicros'],
    ] as const) {
      await expect(prices.publish(tools)).rejects.toMatchObject({
        message: 'invalid_request',
        details: { fields: { [pointer]: expect.any(String) } },
      });
    }
    await expect(prices.publish(CODE, { effectiveAt: new Date() })).rejects.toMatchObject({
      message: 'invalid_request',
    });
    expect(await listTables(prices.database.prisma, { limit: 10 })).toHaveLength(1);
    const { after } = await prices.publish(resizeAt(201), { isConfirmed: true });
    expect(after).toMatchObject({ publishedBy: 'ann', cancelledAt: null, prices: { tools: resizeAt(201) } });
  });

  test('the same prices published twice on a day have two versions', async () => {
    const [first, second, third] = [
      await prices.publish(CODE),
      await prices.publish(resizeAt(120)),
      await prices.publish(CODE),
    ];
    expect(new Set([SEED, first.after.version, second.after.version, third.after.version]).size).toBe(4);
    expect(third.after.prices.tools).toEqual(JSON.parse(JSON.stringify(CODE)));
  });

  test('tables that are published concurrently follow one another without a gap', async () => {
    const hours = [5, 2, 8, 1, 7, 3, 6, 4];
    await Promise.all(
      hours.map((hour) => prices.publish(resizeAt(100 + hour), { effectiveAt: ahead(hour * 3_600_000) })),
    );
    const tables = await listTables(prices.database.prisma, { limit: 20 });
    expect(tables.map(({ prices }) => prices.tools['image-resize']?.unitPriceMicros)).toEqual(
      [108, 107, 106, 105, 104, 103, 102, 101, 100].map(String),
    );
    expect(tables.slice(1).map(({ supersededAt }) => supersededAt)).toEqual(
      tables.slice(0, -1).map(({ effectiveAt }) => effectiveAt),
    );
    expect(tables[0]?.supersededAt).toBeNull();
  });

  test('an instant that has a table is refused with its version, until that one is cancelled', async () => {
    const effectiveAt = ahead(3_600_000);
    const { version } = (await prices.publish(resizeAt(120), { effectiveAt })).after;
    await expect(prices.publish(resizeAt(130), { effectiveAt })).rejects.toMatchObject({
      message: 'price_instant_taken',
      details: { priceVersion: version, effectiveAt: effectiveAt.toISOString() },
    });
    expect(await listTables(prices.database.prisma, { limit: 10 })).toHaveLength(2);
    await prices.cancel(version);
    await expect(prices.publish(resizeAt(130), { effectiveAt })).resolves.toMatchObject({ after: { effectiveAt } });
  });

  test('a scheduled table can be cancelled and the one before it stays in force; a table that takes effect at once cannot', async () => {
    const [soon, later] = [
      (await prices.publish(resizeAt(120), { effectiveAt: ahead(3_600_000) })).after,
      (await prices.publish(resizeAt(150), { effectiveAt: ahead(7_200_000) })).after,
    ];
    const { after } = await prices.cancel(soon.version);
    expect(after.cancelledAt).not.toBeNull();
    const tables = await listTables(prices.database.prisma, { limit: 10 });
    expect(tables.find(({ version }) => version === SEED)?.supersededAt).toEqual(later.effectiveAt);
    for (const version of [SEED, soon.version, (await prices.publish(resizeAt(130))).after.version])
      await expect(prices.cancel(version)).rejects.toMatchObject({ message: 'price_change_begun' });
    await expect(prices.cancel('2020-01-01.00000000')).rejects.toMatchObject({ message: 'not_found' });
    // The same prices at the same time get another version, so that a quote of the first does not bind the second.
    const again = await prices.publish(resizeAt(120), { effectiveAt: soon.effectiveAt });
    expect(again.after.version).not.toBe(soon.version);
  });
});
