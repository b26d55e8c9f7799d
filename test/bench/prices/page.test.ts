/** The page of prices omits nothing, rounds nothing away, and shows a loss. */
import { createCatalog } from '@farebox/catalog';
import { expect, test } from 'vitest';
import { readMeasured } from './measured.ts';
import { pricingPage, type PricedTool } from './page.ts';

const { tools } = createCatalog({ rehearsal: false }).describe({ executionEnabled: true });
const price = { unit: 'second', unitPriceMicros: 5, minimumChargeMicros: 500 };
const convert: PricedTool = {
  name: 'sound',
  category: 'audio',
  chargesOnFailure: false,
  price,
  models: [{ name: 'mp3', price }],
};
const pageOf = (figures: Record<string, { units: number; cpuSeconds: number }>): string =>
  pricingPage([convert], { machine: 'one', date: '2026-01-01', figures });

test('every tool and model of the catalog has its row with its price', () => {
  const page = pricingPage(tools, readMeasured());
  for (const { name, models, category } of tools.filter((tool) => tool.category !== 'pipeline')) {
    const uses = models.length === 0 ? [name] : models.map((model) => `${name}/${model.name}`);
    for (const use of uses) expect(page.split(`| \`${use}\` |`).length, `${category} ${use}`).toBe(2);
  }
});

test('a tool that was not measured says so, and still shows its price', () => {
  expect(pageOf({})).toContain('| `sound/mp3` | second | $0.000005 | $0.0005 | not measured yet |');
});

test('a price above its cost shows the share that is left of a unit and of the example, whose minimum counts', () => {
  // 0.09 core-seconds at $0.05 an hour are 1.25 micro-USD: a quarter of what a unit costs.
  const row = '| `sound/mp3` | second | $0.000005 | $0.0005 | 0.090 | $0.00000125 | 75 % | 98 % |';
  expect(pageOf({ 'sound/mp3': { units: 8, cpuSeconds: 0.72 } })).toContain(row);
});

test('a price below its cost is printed in bold', () => {
  expect(pageOf({ 'sound/mp3': { units: 1000, cpuSeconds: 720 } })).toContain('| **-100 %** | **-100 %** |');
});

test('every measured figure is above zero', () => {
  for (const [name, { units, cpuSeconds }] of Object.entries(readMeasured().figures)) {
    expect(Number.isSafeInteger(units) && units >= 1, name).toBe(true);
    expect(cpuSeconds, name).toBeGreaterThan(0);
  }
});
