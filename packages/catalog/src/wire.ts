/** The catalog as clients see it. Built once, so reading it costs no work. */
import type * as wire from '@farebox/contract';
import { microsToJson } from '@farebox/kernel';
import type { Price } from './prices/price.ts';
import type { Availability } from './providers/availability.ts';
import type { ToolDescription } from './tool.ts';

interface WireSource {
  readonly priceVersion: string;
  readonly tools: readonly ToolDescription[];
  readonly priceOf: (tool: string, model: string | null) => Price;
  readonly availability: (tool: string, model: string | null) => Availability;
}

/** Plain JSON, shared by all its readers: do not change it. */
export function wireCatalog(source: WireSource, executionEnabled: boolean): wire.Catalog {
  const tools = source.tools.map((tool) => wireTool(source, tool));
  // Through JSON: this drops the fields that only TypeBox reads, and shares nothing with the definitions.
  return JSON.parse(
    JSON.stringify({ priceVersion: source.priceVersion, currency: 'USD', executionEnabled, tools }),
  ) as wire.Catalog;
}

function wireTool(source: WireSource, tool: ToolDescription): wire.Tool {
  const { name, title, description, category, example, maxRuntimeSeconds, cancellableAfterStart, chargesOnFailure } =
    tool;
  const availability = source.availability(name, null);
  return {
    name,
    title,
    description,
    category,
    available: availability.available,
    ...(availability.available ? {} : { unavailableReason: availability.reason }),
    inputSchema: tool.inputSchema as wire.Tool['inputSchema'],
    example,
    models: tool.models.map((model) => ({
      ...model,
      available: source.availability(name, model.name).available,
      price: wirePrice(source.priceOf(name, model.name)),
      typicalSeconds: null,
    })),
    price: wirePrice(source.priceOf(name, null)),
    maxRuntimeSeconds,
    cancellableAfterStart,
    chargesOnFailure,
    typicalSeconds: null,
  };
}

/** How long executions typically take, by tool and model; the model is null for a tool without models. */
export type Durations = (tool: string, model: string | null) => wire.TypicalSeconds | null;

/** The same catalog with measured durations. */
export const withDurations = (catalog: wire.Catalog, durations: Durations): wire.Catalog => ({
  ...catalog,
  tools: catalog.tools.map((tool) => ({
    ...tool,
    models: tool.models.map((model) => ({ ...model, typicalSeconds: durations(tool.name, model.name) })),
    typicalSeconds: durations(tool.name, null),
  })),
});

const wirePrice = ({ minimumChargeMicros, unit, unitPriceMicros, description }: Price): wire.Price => ({
  minimumChargeMicros: microsToJson(minimumChargeMicros),
  unit,
  unitPriceMicros: microsToJson(unitPriceMicros),
  description,
});
