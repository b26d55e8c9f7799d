/**
 * One list of prices over another. A published table counts for what it names in the unit in which this code measures; a tool, a model or a
 * unit that is newer than the table is priced by the code, so that nothing is ever without a price or charged by a unit that nobody meant.
 */
import type { PriceEntry, PriceTable, ToolPrices } from './entry.ts';

type Tools = PriceTable['tools'];
type Models = ToolPrices['models'];

/** The tools and models of `under`, each as `over` prices it where it does so in the same unit. */
export const overlaid = (over: Tools, under: Tools): Tools =>
  Object.fromEntries(Object.entries(under).map(([name, below]) => [name, pricesOf(over[name], below)] as const));

function pricesOf(above: ToolPrices | undefined, below: ToolPrices): ToolPrices {
  if (above === undefined || above.unit !== below.unit) return below;
  const names = Object.keys(below.models);
  if (names.length === 0) return { ...above, models: {} };
  const models: Models = Object.fromEntries(
    names.map((name) => [name, above.models[name] ?? below.models[name]] as const) as [string, PriceEntry][],
  );
  return { ...above, ...lowestOf(Object.values(models)), models };
}

/** What a tool with models shows as its own amounts. */
export const lowestOf = (models: readonly PriceEntry[]) => ({
  minimumChargeMicros: lowest(models.map((each) => each.minimumChargeMicros)),
  unitPriceMicros: lowest(models.map((each) => each.unitPriceMicros)),
});

const lowest = (amounts: readonly string[]): string =>
  amounts.reduce((least, each) => (BigInt(each) < BigInt(least) ? each : least));

/** What of the tools is priced by `under` alone; empty where `over` names everything. */
export function additionsTo(over: Tools, under: Tools): Tools {
  const added = Object.entries(under).flatMap(([name, below]) => {
    const above = over[name];
    if (above === undefined || above.unit !== below.unit) return [[name, below] as const];
    const models = Object.entries(below.models).filter(([model]) => above.models[model] === undefined);
    return models.length === 0 ? [] : [[name, { ...below, models: Object.fromEntries(models) }] as const];
  });
  return Object.fromEntries(added);
}
