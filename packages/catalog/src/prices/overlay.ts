/**
 * Lays one price list over another. A published table applies to every tool and model that it names in the unit in
 * which this code measures. A tool, model or unit that is newer than the table has the price of the code. So nothing
 * is without a price or charged in the wrong unit.
 */
import type { PriceEntry, PriceTable, ToolPrices } from './entry.ts';

type Tools = PriceTable['tools'];
type Models = ToolPrices['models'];

/** The tools and models of `under`, each with the price of `over` if that has one in the same unit. */
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

/** The lowest amounts of the models, which a tool with models shows as its own. */
export const lowestOf = (models: readonly PriceEntry[]) => ({
  minimumChargeMicros: lowest(models.map((each) => each.minimumChargeMicros)),
  unitPriceMicros: lowest(models.map((each) => each.unitPriceMicros)),
});

const lowest = (amounts: readonly string[]): string =>
  amounts.reduce((least, each) => (BigInt(each) < BigInt(least) ? each : least));

/** The entries that only `under` prices; empty if `over` names everything. */
export function additionsTo(over: Tools, under: Tools): Tools {
  const added = Object.entries(under).flatMap(([name, below]) => {
    const above = over[name];
    if (above === undefined || above.unit !== below.unit) return [[name, below] as const];
    const models = Object.entries(below.models).filter(([model]) => above.models[model] === undefined);
    return models.length === 0 ? [] : [[name, { ...below, models: Object.fromEntries(models) }] as const];
  });
  return Object.fromEntries(added);
}
