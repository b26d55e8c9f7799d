/** Renders docs/pricing.md: every price of the catalog beside its measured cost. Pure. A tool without a measurement is listed as such. */
import type { Measured } from './measured.ts';

/** A tool as the catalog returns it. */
export interface PricedTool {
  readonly name: string;
  readonly category: string;
  /** An external provider does the work and charges for it. */
  readonly chargesOnFailure: boolean;
  readonly price: Price;
  readonly models: readonly { readonly name: string; readonly price: Price }[];
}

interface Price {
  readonly unit: string;
  readonly unitPriceMicros: number;
  readonly minimumChargeMicros: number;
}

/** Assumed cost of one core in micro-USD an hour: put your own figure here, and run `npm run generate`. */
const CORE_HOUR = 50_000;
const SECONDS_PER_HOUR = 3600;

export const pricingPage = (tools: readonly PricedTool[], measured: Measured): string =>
  [
    '# Prices and what they leave',
    '',
    "Made by `npm run generate` from the catalog's prices and [the measurement](../test/bench/prices/measured.json), which `npm run node -- test/bench/prices/main.ts`",
    'repeats on an idle machine. Each example of the catalog was run as it stands, four times; of the last three the median counts: the processor time of the worker and of all',
    'that it started, by the units that it is charged by. The samples are small, so what does not depend on their size weighs more here than in real work.',
    '',
    'These are the prices of the code, with which a fresh database begins. A running system sells by the table that was published there last (`farebox price`, docs/decisions/0425), and what a',
    'project pays instead are its own terms (0426).',
    '',
    `Measured on ${measured.date}: ${measured.machine}. A core is taken to cost ${dollars(CORE_HOUR)} an hour (\`CORE_HOUR\` in test/bench/prices/page.ts).`,
    'Storage, traffic, idle cores and the database come on top of it. A step of video works for at most 580 s, whatever was quoted (0354), and what fits into that follows from the seconds a unit. They are',
    'three times as many where sixty pictures a second all move, and a hundred times for noise.',
    '',
    '## On our own machines',
    '',
    '| tool | unit | a unit | at least | CPU seconds a unit | cost a unit | left of a unit | left of the example |',
    '|---|---|---|---|---|---|---|---|',
    ...usesOf(tools.filter(isOwn)).map((use) => ownRow(use, measured)),
    '',
    '## On external services',
    '',
    'What they cost is the tariff of the service that is configured ([providers](providers.md)): compare it with these prices.',
    '',
    '| tool | unit | a unit | at least |',
    '|---|---|---|---|',
    ...usesOf(tools.filter(isExternal)).map(({ name, price }) => `| ${namedPrice(name, price)} |`),
    '',
    'A pipeline costs what its steps cost; chaining is free.',
    '',
  ].join('\n');

const isOwn = ({ category, chargesOnFailure }: PricedTool): boolean => category !== 'pipeline' && !chargesOnFailure;
const isExternal = ({ category, chargesOnFailure }: PricedTool): boolean => category !== 'pipeline' && chargesOnFailure;

interface Use {
  readonly name: string;
  readonly price: Price;
}

const usesOf = (tools: readonly PricedTool[]): readonly Use[] =>
  tools.flatMap(({ name, models, price }) =>
    models.length === 0 ? [{ name, price }] : models.map((model) => ({ ...model, name: `${name}/${model.name}` })),
  );

const namedPrice = (name: string, { unit, unitPriceMicros, minimumChargeMicros }: Price): string =>
  `\`${name}\` | ${unit} | ${dollars(unitPriceMicros)} | ${dollars(minimumChargeMicros)}`;

function ownRow({ name, price }: Use, { figures }: Measured): string {
  const figure = figures[name];
  if (figure === undefined) return `| ${namedPrice(name, price)} | not measured yet | | | |`;
  const { units, cpuSeconds } = figure;
  const cost = (cpuSeconds * CORE_HOUR) / SECONDS_PER_HOUR;
  const charge = Math.max(price.minimumChargeMicros, price.unitPriceMicros * units);
  const cells = [
    (cpuSeconds / units).toFixed(3),
    dollars(cost / units),
    left(price.unitPriceMicros, cost / units),
    left(charge, cost),
  ];
  return `| ${namedPrice(name, price)} | ${cells.join(' | ')} |`;
}

/** Percentage of the price that is left, rounded down, so that no cost looks like none. Bold when negative. */
function left(price: number, cost: number): string {
  const percent = Math.floor((1 - cost / price) * 1000) / 10;
  return percent < 0 ? `**${percent} %**` : `${percent} %`;
}

/** Formats to a hundredth of a micro-USD. */
const dollars = (micros: number): string => `$${(micros / 1e6).toFixed(8).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
