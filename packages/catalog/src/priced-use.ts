/**
 * A call: one use of a tool in an input, which is the input itself or one step of a pipeline. A quote consists of
 * calls, so the price of a pipeline comes only from the tools that it names.
 */
import { RESERVED_TOOL_NAMES, TOOL_NAME } from '@farebox/contract';
import { invariant } from '@farebox/kernel';
import type { FileUse } from './files/file.ts';
import { type Price, priceOf } from './prices/price.ts';
import type { PriceTable } from './prices/entry.ts';
import type { ProviderName, ProviderOffers, ServedBy } from './providers/provider.ts';
import type { ToolDefinition, ToolUse } from './tool.ts';

/** A tool as this deployment offers it, without prices. Its schema is compiled once for all price tables. */
export interface UnpricedOffer {
  readonly tool: ToolDefinition;
  readonly read: ReturnType<ToolDefinition['reader']>;
  readonly serviceOf: (model: string | null) => Service | null;
}

/** A tool with its prices, as a catalog offers it. */
export interface Offer extends UnpricedOffer {
  readonly prices: ReadonlyMap<string | null, Price>;
}

/** The external service that serves a call; its fields are null if this deployment has none for it. */
export interface Service {
  readonly provider: ProviderName | null;
  readonly model: string | null;
  /** Serves the call if nothing can have been sent to the first service. */
  readonly spare?: ServedBy;
}

export interface PricedUse {
  readonly tool: ToolDefinition;
  readonly model: string | null;
  readonly price: Price;
  /** Null if the tool needs no external service. */
  readonly service: Service | null;
  readonly use: ToolUse;
  /** JSON Pointer to `arguments` in the input. */
  readonly at: string;
}

/** Checks a definition; pricing checks the rest. So every defect is found before a catalog exists. */
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

export function pricedUseOf({ tool, prices, serviceOf: service }: Offer, use: ToolUse, at: string): PricedUse {
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

/** If there are two services, drops one whose model cannot do what the input asks for. */
function fitting(service: Service | null, { limitOf }: ToolUse): Service | null {
  if (service?.spare === undefined || service.model === null) return service;
  const { spare, ...first } = service;
  if (limitOf(spare.model) !== null) return first;
  return limitOf(service.model) === null ? service : spare;
}

/** JSON Pointer to the value that a file argument refers to. */
export const pointerOf = ({ at }: PricedUse, { pointer, ref }: FileUse): string =>
  'fileId' in ref ? `${at}${pointer}/fileId` : `${at}${pointer}`;
