/** The catalog: what is offered, what it costs, and what an input would do. Knows no project, file store or clock. */
import { LIMITS, type Catalog as WireCatalog } from '@tollgate/contract';
import { type AudioFormat, invariant, type VideoFormat } from '@tollgate/kernel';
import { type Call, type Offer, callOf, offerOf } from './call.ts';
import type { FileFacts } from './files/file.ts';
import { type JsonObject, copyJson } from './json.ts';
import { PIPELINE, PIPELINE_SECONDS_MAX } from './pipeline/description.ts';
import { type Pipeline, createPipeline } from './pipeline/pipeline.ts';
import { priceOf } from './prices/price.ts';
import type { PriceTable } from './prices/entry.ts';
import { PRICE_TABLE } from './prices/table.ts';
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

/** An input that is valid for its tool, on its way to a quote. */
export interface Prepared {
  readonly ok: true;
  readonly tool: string;
  readonly model: string | null;
  /** A copy with the defaults filled in. */
  readonly arguments: JsonObject;
  /** The distinct files whose facts the quote needs. */
  readonly fileIds: readonly string[];
  /** What it will have run: one call, or those of a pipeline. */
  readonly calls: readonly Call[];
  /** However long the calls may take together. */
  readonly runtimeSecondsMax: number;
}

export interface Catalog {
  readonly priceVersion: string;
  readonly tools: readonly ToolDescription[];
  /** The wire catalog: the same object each time, not to be changed. */
  describe(state: { readonly executionEnabled: boolean }): WireCatalog;
  /** Whether what this tool, or this model of it, needs is configured here. Both must exist. */
  availability(tool: string, model: string | null): Availability;
  /** First half of a quote: tool and arguments. The request is not changed. */
  prepare(request: Request): Prepared | QuoteError;
  /** Second half: the files, plan and price. Takes what `prepare` of this catalog returned. */
  quote(prepared: Prepared, files: ReadonlyMap<string, FileFacts>): Quoted;
}

export interface CatalogOptions {
  /** Offers the `rehearsal` tool. */
  readonly rehearsal: boolean;
  /** Models of external services that are configured here, or those of the simulator for test projects; default none. */
  readonly providers?: ProviderOffers;
  /** What the ffmpeg of this deployment can write; default nothing. */
  readonly audioFormats?: ReadonlySet<AudioFormat>;
  /** What it can write video in; default nothing. */
  readonly videoFormats?: ReadonlySet<VideoFormat>;
}

export function createCatalog(options: CatalogOptions): Catalog {
  const { rehearsal, providers = NO_PROVIDERS, audioFormats = new Set(), videoFormats = new Set() } = options;
  const tools = rehearsal ? [...TOOLS, ...REHEARSAL_TOOLS] : TOOLS;
  const unavailable = unconfigured(tools, { providers, audioFormats, videoFormats });
  return assembleCatalog({ tools, prices: PRICE_TABLE, providers, unavailable });
}

interface Parts {
  readonly tools: readonly ToolDefinition[];
  readonly prices: PriceTable;
  readonly providers: ProviderOffers;
  readonly unavailable: Unavailable;
}

export function assembleCatalog({ tools, prices, providers, unavailable }: Parts): Catalog {
  const priceVersion = priceVersionOf(prices);
  const offers = new Map(tools.map((tool) => [tool.name, offerOf(tool, prices, providers)]));
  invariant(offers.size === tools.length, 'tool names are distinct');
  const pipeline = createPipeline([...offers.values()]);
  const described = pipeline === null ? tools : [...tools, pipeline.description];
  const reasons = new Map(Object.entries(unavailable));
  const availability = (tool: string, model: string | null) => availabilityOf(reasons, tool, model);
  const source = {
    priceVersion,
    tools: described,
    availability,
    priceOf: (tool: string, model: string | null) =>
      tool === PIPELINE && pipeline !== null ? pipeline.price : priceOf(prices, tool, model),
  };
  const wire = { on: wireCatalog(source, true), off: wireCatalog(source, false) };

  return {
    priceVersion,
    tools: described,
    availability,
    describe: ({ executionEnabled }) => (executionEnabled ? wire.on : wire.off),
    prepare({ tool, arguments: input }) {
      if (tool === PIPELINE && pipeline !== null) {
        // Before anything is checked: too many steps are an error of its own, whatever else is wrong with them.
        if (pipeline.countSteps(input) > LIMITS.stepsMax) return { ok: false, message: 'too_many_steps' };
        return ofCopy(input, (copy) => preparedPipeline(pipeline.prepare(copy)));
      }
      const offer = offers.get(tool);
      if (offer === undefined) return { ok: false, message: 'tool_not_found' };
      return ofCopy(input, (copy) => prepareTool(offer, copy));
    },
    quote(prepared, files) {
      const needed: Availability[] = [];
      for (const call of prepared.calls) {
        needed.push(availability(call.tool.name, call.model), withinLimits(call), writable(reasons, call));
      }
      return quoteOf({ ...prepared, priceVersion, availability: together(needed) }, files);
    },
  };
}

type Outcome = Prepared | QuoteError;

/** The one copy on the way from the body to the quote: readers fill their defaults into it. */
function ofCopy(input: Request['arguments'], prepare: (copy: JsonObject) => Outcome): Outcome {
  const copy = copyJson(input);
  if (copy !== null) return prepare(copy);
  return { ok: false, message: 'invalid_arguments', fields: { '': 'is larger than any input of this tool' } };
}

/** Fills the defaults into the arguments that it is given. */
function prepareTool(offer: Offer, input: JsonObject): Outcome {
  const read = offer.read(input);
  if (!read.ok) return { ok: false, message: 'invalid_arguments', fields: read.fields };
  if (read.use.steps > LIMITS.stepsMax) return { ok: false, message: 'too_many_steps' };
  const call = callOf(offer, read.use, '');
  return {
    ok: true,
    tool: offer.tool.name,
    model: call.model,
    arguments: read.use.arguments,
    fileIds: fileIdsOf([call]),
    calls: [call],
    runtimeSecondsMax: offer.tool.maxRuntimeSeconds,
  };
}

function preparedPipeline(prepared: ReturnType<Pipeline['prepare']>): Outcome {
  if (!prepared.ok) return prepared;
  const { calls } = prepared;
  const runtimeSecondsMax = PIPELINE_SECONDS_MAX;
  return { ...prepared, tool: PIPELINE, model: null, fileIds: fileIdsOf(calls), runtimeSecondsMax };
}

function fileIdsOf(calls: readonly Call[]): string[] {
  const refs = calls.flatMap(({ use }) => use.fileUses.map(({ ref }) => ref));
  return [...new Set(refs.flatMap((ref) => ('fileId' in ref ? [ref.fileId] : [])))];
}
