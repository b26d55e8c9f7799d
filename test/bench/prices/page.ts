/** Renders docs/pricing.md: every price of the catalog beside its measured cost. Pure. A tool without a measurement has a row too. */
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
    '# Prices and margins',
    '',
    "`npm run generate` writes this page from the catalog's prices and [a measurement](../test/bench/prices/measured.json).",
    '',
    'These are the prices of the code, with which a new database begins. A running system uses the price table that was',
    'published last (`farebox price`, decision 0425). A project may have its own terms (0426).',
    '',
    '## Method',
    '',
    `Measured on ${measured.date}: ${measured.machine}.`,
    '',
    '- Each example of the catalog was run four times on an idle machine. The median of the last three runs counts.',
    '- The cost is the processor time of the worker and its child processes, divided by the charged units.',
    `- A core costs ${dollars(CORE_HOUR)} an hour (\`CORE_HOUR\` in test/bench/prices/page.ts).`,
    '- A margin is the part of the price that exceeds the cost. The minimum charge applies to the example.',
    '- Storage, traffic, idle cores and the database are not included.',
    '- The samples are small. Costs that do not depend on the size of the input weigh more here than in real work.',
    '- A video step runs for at most 580 s, whatever was quoted (0354). Videos in which all 60 pictures a second move take',
    '  three times as long as the samples, and noise a hundred times.',
    '',
    'Repeat the measurement with `npm run node -- test/bench/prices/main.ts`.',
    '',
    '## Tools on our own machines',
    '',
    '| tool | unit | price a unit | minimum | CPU seconds a unit | cost a unit | margin of a unit | margin of the example |',
    '|---|---|---|---|---|---|---|---|',
    ...usesOf(tools.filter(isOwn)).map((use) => ownRow(use, measured)),
    '',
    '## Tools on external services',
    '',
    'Compare these prices with the tariff of your service ([External services](providers.md)).',
    '',
    '| tool | unit | price a unit | minimum |',
    '|---|---|---|---|',
    ...usesOf(tools.filter(isExternal)).map(({ name, price }) => `| ${namedPrice(name, price)} |`),
    '',
    'A pipeline costs the sum of its steps.',
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
