/**
 * The catalog: the offered tools, their prices, and the quote and plan of an input. It knows no project, file store or
 * clock.
 */
import { LIMITS, type Catalog as WireCatalog } from '@farebox/contract';
import { type AudioFormat, invariant, type VideoFormat } from '@farebox/kernel';
import { type PricedUse, type Offer, type Pricing, pricedUseOf } from './priced-use.ts';
import type { FileFacts } from './files/file.ts';
import { type JsonObject, copyJson } from './json.ts';
import { PIPELINE, PIPELINE_SECONDS_MAX } from './pipeline/description.ts';
import { NO_OWN_TOOLS, type OfferedTools, offeredTools, pricedOffers } from './own/offered.ts';
import type { OwnTool } from './own/tool.ts';
import { ownVersionOf } from './own/version.ts';
import type { Pipeline, PricedOffers } from './pipeline/pipeline.ts';
import { priceOf } from './prices/price.ts';
import type { PriceTable } from './prices/entry.ts';
import { PRICE_TABLE } from './prices/table.ts';
import { LIST_PRICE } from './prices/terms.ts';
import { priceVersionOf } from './prices/version.ts';
import {
  type Availability,
  type Unavailable,
  availabilityOf,
  together,
  unconfigured,
  withinLimits,
  writable,
} from './providers/availability.ts';
import { NO_PROVIDERS, type ProviderOffers } from './providers/provider.ts';
import { type Quoted, type QuoteError, quoteOf } from './quote.ts';
import type { ToolDefinition, ToolDescription } from './tool.ts';
import { REHEARSAL_TOOLS, TOOLS } from './tools/index.ts';
import { wireCatalog } from './wire.ts';

export interface Request {
  readonly tool: string;
  /** As parsed from JSON. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A validated input, ready for its quote. */
export interface Prepared {
  readonly ok: true;
  readonly tool: string;
  readonly model: string | null;
  /** A copy with the defaults filled in. */
  readonly arguments: JsonObject;
  /** The distinct files whose facts the quote needs. */
  readonly fileIds: readonly string[];
  /** The calls of the input: one, or the steps of a pipeline. */
  readonly uses: readonly PricedUse[];
  /** Upper limit of the run time in seconds, whatever the sum of the calls. */
  readonly runtimeSecondsMax: number;
}

export interface Catalog {
  readonly priceVersion: string;
  readonly tools: readonly ToolDescription[];
  /** The catalog for clients. Every read returns the same object: do not change it. */
  describe(state: { readonly executionEnabled: boolean }): WireCatalog;
  /** Whether this deployment can run the tool, or this model of it. Tool and model must exist. */
  availability(tool: string, model: string | null): Availability;
  /** First half of a quote: validates tool and arguments. Does not change the request. */
  prepare(request: Request): Prepared | QuoteError;
  /** Second half of a quote: files, plan and price. Takes the result of `prepare` of this catalog. */
  quote(prepared: Prepared, files: ReadonlyMap<string, FileFacts>): Quoted;
}

export interface CatalogOptions {
  /** Offers the `rehearsal` tool. */
  readonly rehearsal: boolean;
  /** External models that are configured here, or those of the simulator for test projects; default none. */
  readonly providers?: ProviderOffers;
  /** Audio formats that the ffmpeg of this deployment can write; default none. */
  readonly audioFormats?: ReadonlySet<AudioFormat>;
  /** Video formats that the ffmpeg of this deployment can write; default none. */
  readonly videoFormats?: ReadonlySet<VideoFormat>;
  /** Whether the catalog is that of test projects; default false. */
  readonly isTest?: boolean;
}

/** A price table, and the version that clients see in quotes of built-in tools. */
export interface PricedBy {
  readonly table: PriceTable;
  readonly version: string;
  /** The share of list prices that the project pays for own tools, in hundredths of a percent; default all. */
  readonly basisPoints?: number;
  /** The own tools on offer; default none. Pass the same array as long as they stay the same: it is compiled once. */
  readonly own?: readonly OwnTool[];
}

/** Makes a catalog with the given prices. Catalogs made before do not change. */
export type CatalogMaker = (prices: PricedBy) => Catalog;

/** Builds everything that does not depend on prices only once. */
export function createCatalogMaker(options: CatalogOptions): CatalogMaker {
  const { rehearsal, isTest = false, ...configured } = options;
  const { providers = NO_PROVIDERS, audioFormats = new Set(), videoFormats = new Set() } = configured;
  const tools = rehearsal ? [...TOOLS, ...REHEARSAL_TOOLS] : TOOLS;
  const unavailable = unconfigured(tools, { providers, audioFormats, videoFormats });
  return catalogMaker({ tools, providers, unavailable, isTest });
}

/** A catalog with the prices of the code. */
export const createCatalog = (options: CatalogOptions): Catalog =>
  createCatalogMaker(options)({ table: PRICE_TABLE, version: priceVersionOf(PRICE_TABLE) });

interface Parts {
  readonly tools: readonly ToolDefinition[];
  readonly providers: ProviderOffers;
  readonly unavailable: Unavailable;
  readonly isTest?: boolean;
}

export function catalogMaker({ tools, providers, unavailable, isTest = false }: Parts): CatalogMaker {
  invariant(new Set(tools.map(({ name }) => name)).size === tools.length, 'tool names are distinct');
  const withOwn = offeredTools(tools, { providers, isTest });
  const reasons = new Map(Object.entries(unavailable));
  return ({ table, version, basisPoints = LIST_PRICE, own = NO_OWN_TOOLS }) => {
    const offered = withOwn(own);
    const pricing = { table, basisPoints };
    const priced = pricedOffers(offered, pricing);
    const pipeline = offered.pipelineOf?.(priced) ?? null;
    return assembleCatalog({ offered, pricing, version, named: priced.named, pipeline, reasons });
  };
}

interface Priced {
  readonly offered: OfferedTools;
  readonly pricing: Pricing;
  readonly version: string;
  readonly named: PricedOffers['named'];
  readonly pipeline: Pipeline | null;
  readonly reasons: ReadonlyMap<string, string>;
}

function assembleCatalog({ offered, pricing, version, named, pipeline, reasons }: Priced): Catalog {
  const tools = offered.all.map(({ tool }) => tool);
  const described = pipeline === null ? tools : [...tools, pipeline.description];
  const availability = (tool: string, model: string | null) => availabilityOf(reasons, tool, model);
  const priceVersion = ownVersionOf(version, offered.versions);
  const source = {
    priceVersion,
    tools: described,
    availability,
    priceOf: (tool: string, model: string | null) => {
      if (tool === PIPELINE && pipeline !== null) return pipeline.price();
      const own = named(tool)?.tool.own;
      return own === undefined ? priceOf(pricing.table, tool, model) : own.lowest(pricing.basisPoints);
    },
  };
  // Built on first use: most catalogs with a project's own prices are never described.
  const wire: { on?: WireCatalog; off?: WireCatalog } = {};

  return {
    priceVersion,
    tools: described,
    availability,
    describe: ({ executionEnabled }) =>
      (wire[executionEnabled ? 'on' : 'off'] ??= wireCatalog(source, executionEnabled)),
    prepare({ tool, arguments: input }) {
      if (tool === PIPELINE && pipeline !== null) {
        // Checked first: too many steps are a separate error, whatever else is wrong with them.
        if (pipeline.countSteps(input) > LIMITS.stepsMax) return { ok: false, message: 'too_many_steps' };
        return ofCopy(input, (copy) => preparedPipeline(pipeline.prepare(copy)));
      }
      const offer = named(tool);
      if (offer === undefined) return { ok: false, message: 'tool_not_found' };
      return ofCopy(input, (copy) => prepareTool(offer, copy));
    },
    quote(prepared, files) {
      const needed: Availability[] = [];
      for (const priced of prepared.uses) {
        needed.push(availability(priced.tool.name, priced.model), withinLimits(priced), writable(reasons, priced));
      }
      return quoteOf({ ...prepared, basePriceVersion: version, availability: together(needed) }, files);
    },
  };
}

type Outcome = Prepared | QuoteError;

/** Makes the only copy between the request body and the quote: readers fill their defaults into it. */
function ofCopy(input: Request['arguments'], prepare: (copy: JsonObject) => Outcome): Outcome {
  const copy = copyJson(input);
  if (copy !== null) return prepare(copy);
  return { ok: false, message: 'invalid_arguments', fields: { '': 'is larger than any input of this tool' } };
}

/** Fills the defaults into `input`. */
function prepareTool(offer: Offer, input: JsonObject): Outcome {
  const read = offer.read(input);
  if (!read.ok) return { ok: false, message: 'invalid_arguments', fields: read.fields };
  if (read.use.steps > LIMITS.stepsMax) return { ok: false, message: 'too_many_steps' };
  const priced = pricedUseOf(offer, read.use, '');
  return {
    ok: true,
    tool: offer.tool.name,
    model: priced.model,
    arguments: read.use.arguments,
    fileIds: fileIdsOf([priced]),
    uses: [priced],
    runtimeSecondsMax: offer.tool.maxRuntimeSeconds,
  };
}

function preparedPipeline(prepared: ReturnType<Pipeline['prepare']>): Outcome {
  if (!prepared.ok) return prepared;
  const { uses } = prepared;
  const runtimeSecondsMax = PIPELINE_SECONDS_MAX;
  return { ...prepared, tool: PIPELINE, model: null, fileIds: fileIdsOf(uses), runtimeSecondsMax };
}

function fileIdsOf(uses: readonly PricedUse[]): string[] {
  const refs = uses.flatMap(({ use }) => use.fileUses.map(({ ref }) => ref));
  return [...new Set(refs.flatMap((ref) => ('fileId' in ref ? [ref.fileId] : [])))];
}
