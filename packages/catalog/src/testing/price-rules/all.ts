/**
 * The price of every tool of this catalog as a rule, as a manifest would state it. The lists are complete by type: a
 * tool with a price and without a rule does not compile. Tests compare the rules with the quotes of the catalog.
 */
import type { Amount, FileLimits, Input, Pointer, Price, Quantity } from '@farebox/price-rules';
import type { Prepared } from '../../catalog.ts';
import type { FileRule } from '../../files/file.ts';
import type { PriceEntry, ToolPrices } from '../../prices/entry.ts';
import { PRICE_TABLE } from '../../prices/table.ts';
import { ALL_TOOLS } from '../../tools/all.ts';
import type { ToolDefinition } from '../../tool.ts';
import { AUDIO_RULES } from './audio.ts';
import { DEVELOPMENT_RULES, EXTERNAL_RULES } from './external.ts';
import { IMAGE_RULES } from './image.ts';
import { VIDEO_RULES } from './video.ts';

type PricedTool = keyof (typeof PRICE_TABLE)['tools'];

const UNITS: Readonly<Record<PricedTool, Quantity>> = {
  ...IMAGE_RULES,
  ...AUDIO_RULES,
  ...VIDEO_RULES,
  ...EXTERNAL_RULES,
  ...DEVELOPMENT_RULES,
};

export interface Restated {
  readonly tool: ToolDefinition;
  readonly price: Price;
}

export const RESTATED: readonly Restated[] = ALL_TOOLS.map((tool) => ({ tool, price: restated(tool) }));

function restated(tool: ToolDefinition): Price {
  const prices: ToolPrices = PRICE_TABLE.tools[tool.name as PricedTool];
  return {
    unit: prices.unit,
    unitPriceMicros: amountOf(prices, 'unitPriceMicros'),
    minimumChargeMicros: amountOf(prices, 'minimumChargeMicros'),
    units: UNITS[tool.name as PricedTool],
    onFailure: tool.chargesOnFailure ? 'stated' : 'none',
  };
}

function amountOf({ models, ...tool }: ToolPrices, field: 'unitPriceMicros' | 'minimumChargeMicros'): Amount {
  const own = (entry: PriceEntry): number => Number(entry[field]);
  const table = Object.fromEntries(Object.entries(models).map(([model, entry]) => [model, own(entry)]));
  return Object.keys(table).length === 0 ? own(tool) : { lookup: '/model', table };
}

/** The inputs of a tool as its manifest would state them. @param prepared inputs that name every file argument. */
export const inputOf = ({ inputSchema }: ToolDefinition, prepared: readonly Prepared[]): Input => ({
  inputSchema,
  files: Object.fromEntries(
    prepared.flatMap(({ uses }) =>
      uses.flatMap(({ use }) => use.fileUses.map(({ pointer, rule }) => [patternOf(pointer), limitsOf(rule)])),
    ),
  ),
});

const patternOf = (pointer: Pointer): Pointer => pointer.replaceAll(/\/\d+/g, '/*');

const limitsOf = ({ image, sound }: FileRule): FileLimits => ({ ...image, ...sound });
