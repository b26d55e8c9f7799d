/**
 * One use of a tool inside an input: the input itself, or a step of a pipeline. Quotes are made of calls, so that a
 * pipeline is priced by nothing but the tools it names.
 */
import { RESERVED_TOOL_NAMES, TOOL_NAME } from '@farebox/contract';
import { invariant } from '@farebox/kernel';
import type { FileUse } from './files/file.ts';
import { type Price, priceOf } from './prices/price.ts';
import type { PriceTable } from './prices/entry.ts';
import type { ProviderName, ProviderOffers, ServedBy } from './providers/provider.ts';
import type { ToolDefinition, ToolUse } from './tool.ts';

/** A tool as this deployment offers it, whatever it costs. Its schema is compiled once for all prices. */
export interface UnpricedOffer {
  readonly tool: ToolDefinition;
  readonly read: ReturnType<ToolDefinition['reader']>;
  readonly serviceOf: (model: string | null) => Service | null;
}

/** A tool as a catalog offers it. */
export interface Offer extends UnpricedOffer {
  readonly prices: ReadonlyMap<string | null, Price>;
}

/** The external service that a call runs on; null where this deployment has none for it. */
export interface Service {
  readonly provider: ProviderName | null;
  readonly model: string | null;
  /** Who does it where nothing can have been sent to the first. */
  readonly spare?: ServedBy;
}

export interface Call {
  readonly tool: ToolDefinition;
  readonly model: string | null;
  readonly price: Price;
  /** Null: none. */
  readonly service: Service | null;
  readonly use: ToolUse;
  /** Where `arguments` stand in the input, as a JSON Pointer. */
  readonly at: string;
}

/** Everything that can be wrong with a definition is found here and when it is priced: before a catalog is made. */
export function offerOf(tool: ToolDefinition, providers: ProviderOffers): UnpricedOffer {
  const reserved: readonly string[] = RESERVED_TOOL_NAMES;
  invariant(TOOL_NAME.test(tool.name) && !reserved.includes(tool.name), `${tool.name} can be a tool name`);
  return {
    tool,
    read: tool.reader(tool.inputSchema),
    serviceOf: (model) => serviceOf(tool, model, providers),
  };
}

export function pricedOffer(offer: UnpricedOffer, table: PriceTable): Offer {
  const models = [null, ...offer.tool.models.map(({ name }) => name)];
  return { ...offer, prices: new Map(models.map((model) => [model, priceOf(table, offer.tool.name, model)])) };
}

const NOBODY: Service = { provider: null, model: null };

const serviceOf = (tool: ToolDefinition, model: string | null, providers: ProviderOffers): Service | null =>
  tool.provider === undefined ? null : (providers.get(`${tool.name}/${model}`) ?? NOBODY);

export function callOf({ tool, prices, serviceOf: service }: Offer, use: ToolUse, at: string): Call {
  const { model } = use;
  const price = prices.get(model);
  invariant(price !== undefined, `${tool.name} accepts only models it has`);
  return {
    tool,
    model,
    price,
    service: fitting(service(model), use),
    use,
    at,
  };
}

/** Of two, those that can do just this. */
function fitting(service: Service | null, { limitOf }: ToolUse): Service | null {
  if (service?.spare === undefined || service.model === null) return service;
  const { spare, ...first } = service;
  if (limitOf(spare.model) !== null) return first;
  return limitOf(service.model) === null ? service : spare;
}

/** The place of what a file argument refers to. */
export const pointerOf = ({ at }: Call, { pointer, ref }: FileUse): string =>
  'fileId' in ref ? `${at}${pointer}/fileId` : `${at}${pointer}`;
