/** The charge of an execution: never above the hold, never below the minimum, and always the sum of its billing lines. */
import { micros } from '@farebox/kernel';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookedCost, chargeOf, chargeOfCosts, costsOfDelivered } from './charge.ts';

const step = (unitPriceMicros: bigint, engine: 'image' | 'provider' = 'image') => ({
  name: 'resize',
  engine,
  operation: 'resize',
  parameters: {},
  inputs: {},
  price: { description: 'Resize', unit: 'megapixel', unitPriceMicros: unitPriceMicros.toString(), unitsMax: 1_000 },
});

it.each([
  { price: 100n, units: 5n, minimum: 200n, maximum: 900n, charged: 500n, lines: [500n] },
  { price: 100n, units: 1n, minimum: 200n, maximum: 900n, charged: 200n, lines: [100n, 100n] },
  { price: 100n, units: 0n, minimum: 200n, maximum: 900n, charged: 200n, lines: [0n, 200n] },
  { price: 100n, units: 9n, minimum: 200n, maximum: 900n, charged: 900n, lines: [900n] },
  { price: 100n, units: 50n, minimum: 200n, maximum: 900n, charged: 900n, lines: [900n] },
])('$units units at $price, at least $minimum and at most $maximum, cost $charged', (row) => {
  const bounds = { minimumMicros: micros(row.minimum), maximumMicros: micros(row.maximum) };
  const charge = chargeOf([step(row.price)], [{ index: 0, units: row.units }], bounds);
  expect(charge.chargedMicros).toBe(row.charged);
  expect(charge.billing.map((line) => line.amountMicros)).toEqual(row.lines);
});

it('the supplement to the minimum is a line of the execution for several steps, and of the step for one', () => {
  const bounds = { minimumMicros: micros(500n), maximumMicros: micros(900n) };
  const liftOf = (plan: ReturnType<typeof step>[]) =>
    chargeOf(
      plan,
      plan.map((_, index) => ({ index, units: 1n })),
      bounds,
    ).billing.at(-1);
  expect(liftOf([step(100n), step(100n)])).toMatchObject({ step: null, unit: 'minimum', amountMicros: 300n });
  expect(liftOf([step(100n)])).toMatchObject({ step: 0, unit: 'minimum', amountMicros: 400n });
});

it('a delivered provider step costs the stated amount, or its price if none was stated', () => {
  const plan = [step(100n, 'provider'), step(100n, 'provider'), step(100n)];
  const done = [
    { index: 0, units: 2n, costMicros: micros(150n) },
    { index: 1, units: 2n, costMicros: null },
    { index: 2, units: 2n, costMicros: null },
  ];
  const costs = costsOfDelivered(plan, done);
  expect(costs).toEqual([
    { index: 0, costMicros: 150n },
    { index: 1, costMicros: 200n },
  ]);
  expect(costsOfDelivered(plan, [{ index: 1, units: 5_000n, costMicros: null }])).toEqual([
    { index: 1, costMicros: 100_000n },
  ]);
  expect(chargeOfCosts(costs, { maximumMicros: micros(1_000n) }).chargedMicros).toBe(350n);
  expect(chargeOfCosts(costs, { maximumMicros: micros(250n) }).billing).toMatchObject([
    { step: 0, amountMicros: 150n },
    { step: 1, amountMicros: 100n },
  ]);
});

it('for any stated or derived cost, no step is booked beyond its share and no execution charged beyond its hold', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const known = fc.option(amount, { nil: null });
  const calls = fc.array(fc.record({ stated: known, derived: known, exposure: amount }), { maxLength: 20 });
  fc.assert(
    fc.property(calls, amount, (given, maximum) => {
      const booked = given.map(({ stated, derived, exposure }) =>
        bookedCost(
          {
            statedMicros: stated === null ? null : micros(stated),
            derivedMicros: derived === null ? null : micros(derived),
          },
          micros(exposure),
        ),
      );
      for (const [n, { stated, derived, exposure }] of given.entries()) {
        const arisen = stated ?? derived;
        expect(booked[n]).toBe(arisen === null ? null : arisen < exposure ? arisen : exposure);
      }
      const costs = booked.flatMap((costMicros, index) => (costMicros === null ? [] : [{ index, costMicros }]));
      const { chargedMicros, billing } = chargeOfCosts(costs, { maximumMicros: micros(maximum) });
      const sum = costs.reduce((total, { costMicros }) => total + costMicros, 0n);
      expect(chargedMicros).toBe(sum < maximum ? sum : maximum);
      expect(billing.reduce((total, { amountMicros }) => total + amountMicros, 0n)).toBe(chargedMicros);
      for (const { step: index, amountMicros } of billing)
        expect(amountMicros > 0n && amountMicros <= given[index as number]!.exposure).toBe(true);
    }),
  );
});

it('for any measured quantities, minimum ≤ charge ≤ hold and the lines sum to the charge', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 9n });
  const steps = fc.array(fc.record({ price: amount, units: fc.bigInt({ min: 0n, max: 10n ** 6n }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(steps, amount, amount, (measured, a, b) => {
      const bounds = { minimumMicros: micros(a < b ? a : b), maximumMicros: micros(a < b ? b : a) };
      const plan = measured.map(({ price }) => step(price));
      const charge = chargeOf(
        plan,
        measured.map(({ units }, index) => ({ index, units })),
        bounds,
      );
      expect(charge.chargedMicros >= bounds.minimumMicros && charge.chargedMicros <= bounds.maximumMicros).toBe(true);
      expect(charge.billing.reduce((sum, line) => sum + line.amountMicros, 0n)).toBe(charge.chargedMicros);
      expect(charge.billing.every((line) => line.amountMicros >= 0n)).toBe(true);
    }),
  );
});
