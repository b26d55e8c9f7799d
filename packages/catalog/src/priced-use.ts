/**
 * A call: one use of a tool in an input, which is the input itself or one step of a pipeline. A quote consists of
 * calls, so the price of a pipeline comes only from the tools that it names.
 */
import { RESERVED_TOOL_NAMES, TOOL_NAME } from '@farebox/contract';
import { invariant, type Micros, minMicros } from '@farebox/kernel';
import type { FileUse } from './files/file.ts';
import { checkedSchema } from './pipeline/reference.ts';
import { type Price, priceOf } from './prices/price.ts';
import type { PriceTable } from './prices/entry.ts';
import type { OwnVersion } from './own/version.ts';
import { type ProviderName, type ProviderOffers, runnerEntry, type ServedBy } from './providers/provider.ts';
import type { ToolDefinition, ToolUse } from './tool.ts';

/** A tool as this deployment offers it, without prices. Its schemas are compiled once for all price tables. */
export interface UnpricedOffer {
  readonly tool: ToolDefinition;
  readonly read: ReturnType<ToolDefinition['reader']>;
  /** Reads the arguments of a step of a pipeline, whose files may be artifacts of earlier steps. */
  readonly readStep: ReturnType<ToolDefinition['reader']>;
  readonly serviceOf: (model: string | null) => Service | null;
}

/** A tool with its prices, as a catalog offers it. */
export interface Offer extends UnpricedOffer {
  /** The least that any call costs. */
  readonly minimumMicros: Micros;
  /** The price of a call; undefined if the tool has no such model. */
  readonly priceOf: (use: Pick<ToolUse, 'model' | 'arguments'>) => Price | undefined;
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
export function offerOf(tool: ToolDefinition, services: Services): UnpricedOffer {
  const reserved: readonly string[] = RESERVED_TOOL_NAMES;
  invariant(TOOL_NAME.test(tool.name) && !reserved.includes(tool.name), `${tool.name} can be a tool name`);
  return {
    tool,
    read: tool.reader(tool.inputSchema),
    readStep: tool.reader(checkedSchema(tool.inputSchema)),
    serviceOf: (model) => serviceOf(tool, model, services),
  };
}

export interface Services {
  readonly providers: ProviderOffers;
  /** Whether the catalog is that of test projects, whose executions never reach a live runner. */
  readonly isTest: boolean;
}

/** Prices of list, or the share of them that a project pays for own tools. */
export interface Pricing {
  readonly table: PriceTable;
  readonly basisPoints: number;
}

export function pricedOffer(offer: UnpricedOffer, { table, basisPoints }: Pricing): Offer {
  const { name, models, own } = offer.tool;
  if (own !== undefined) {
    const { minimumChargeMicros: minimumMicros } = own.lowest(basisPoints);
    return { ...offer, minimumMicros, priceOf: (use) => own.priceOf(use.arguments, basisPoints) };
  }
  const prices = new Map(
    [null, ...models.map((model) => model.name)].map((each) => [each, priceOf(table, name, each)]),
  );
  const minimumMicros = [...prices.values()].map((price) => price.minimumChargeMicros).reduce(minMicros);
  return { ...offer, minimumMicros, priceOf: ({ model }) => prices.get(model) };
}

const NOBODY: Service = { provider: null, model: null };

function serviceOf({ name, own, provider }: ToolDefinition, model: string | null, services: Services): Service | null {
  if (own !== undefined) return runnerOf(own, services.isTest);
  return provider === undefined ? null : (services.providers.get(`${name}/${model}`) ?? NOBODY);
}

/** The entry of a runner. Its model is the version, so a running execution keeps its version. */
const runnerOf = ({ name, version }: OwnVersion, isTest: boolean): Service => ({
  provider: runnerEntry(name, { isTest }),
  model: String(version),
});

export function pricedUseOf(offer: Offer, use: ToolUse, at: string): PricedUse {
  const { tool } = offer;
  const { model } = use;
  const price = offer.priceOf(use);
  invariant(price !== undefined, `${tool.name} accepts only models it has`);
  return {
    tool,
    model,
    price,
    service: fitting(offer.serviceOf(model), use),
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
