/** The catalog: what is offered, what it costs, and what an input would do. Knows no project, file store or clock. */
import { LIMITS, RESERVED_TOOL_NAMES, TOOL_NAME, type Catalog as WireCatalog } from '@tollgate/contract';
import { invariant } from '@tollgate/kernel';
import { compileArguments } from './arguments/validator.ts';
import type { Availability } from './availability.ts';
import type { FileFacts } from './files.ts';
import type { JsonObject } from './json.ts';
import { type Price, priceOf } from './prices/price.ts';
import { PRICE_TABLE, type PriceTable } from './prices/table.ts';
import { priceVersionOf } from './prices/version.ts';
import { type Priced, type Quoted, type Refusal, quoteOf } from './quote.ts';
import type { ToolDefinition } from './tool.ts';
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
}

export interface Catalog {
  readonly priceVersion: string;
  readonly tools: readonly ToolDefinition[];
  /** The wire catalog: the same object each time, not to be changed. */
  describe(state: { readonly executionEnabled: boolean }): WireCatalog;
  /** Whether what this tool, or this model of it, needs is configured here. Both must exist. */
  availability(tool: string, model: string | null): Availability;
  /** First half of a quote: tool and arguments. The request is not changed. */
  prepare(request: Request): Prepared | Refusal;
  /** Second half: the files, plan and price. Takes what `prepare` of this catalog returned. */
  quote(prepared: Prepared, files: ReadonlyMap<string, FileFacts>): Quoted;
}

export interface CatalogOptions {
  /** Offers the `rehearsal` tool. */
  readonly rehearsal: boolean;
  /** `tool` or `tool/model` → why it cannot be offered here. */
  readonly unavailable?: Readonly<Record<string, string>>;
}

export function createCatalog({ rehearsal, unavailable = {} }: CatalogOptions): Catalog {
  return assembleCatalog({
    tools: rehearsal ? [...TOOLS, ...REHEARSAL_TOOLS] : TOOLS,
    prices: PRICE_TABLE,
    unavailable,
  });
}

interface Parts {
  readonly tools: readonly ToolDefinition[];
  readonly prices: PriceTable;
  readonly unavailable: Readonly<Record<string, string>>;
}

export function assembleCatalog({ tools, prices, unavailable }: Parts): Catalog {
  const priceVersion = priceVersionOf(prices);
  const offers = new Map(tools.map((tool) => [tool.name, offerOf(tool, prices)]));
  invariant(offers.size === tools.length, 'tool names are distinct');
  const reasons = new Map(Object.entries(unavailable));

  const availability = (tool: string, model: string | null): Availability => {
    const reason = reasons.get(tool) ?? (model === null ? undefined : reasons.get(`${tool}/${model}`));
    return reason === undefined ? { available: true } : { available: false, reason };
  };
  const source = {
    priceVersion,
    tools,
    availability,
    priceOf: (tool: string, model: string | null) => priceOf(prices, tool, model),
  };
  const described = { on: wireCatalog(source, true), off: wireCatalog(source, false) };

  return {
    priceVersion,
    tools,
    availability,
    describe: ({ executionEnabled }) => (executionEnabled ? described.on : described.off),
    prepare(request) {
      const offer = offers.get(request.tool);
      if (offer === undefined) return { ok: false, message: 'tool_not_found' };
      return prepareInput(offer, request.arguments);
    },
    quote(prepared, files) {
      const offer = offers.get(prepared.tool);
      invariant(offer !== undefined, 'a quote takes what prepare of the same catalog returned');
      return quoteOf(pricedInput(offer, prepared, priceVersion), files);
    },
  };
}

interface Offer {
  readonly tool: ToolDefinition;
  readonly validate: ReturnType<typeof compileArguments>;
  readonly prices: ReadonlyMap<string | null, Price>;
}

/** Everything that can be wrong with a definition is found here, when the catalog is made. */
function offerOf(tool: ToolDefinition, table: PriceTable): Offer {
  const reserved: readonly string[] = RESERVED_TOOL_NAMES;
  invariant(TOOL_NAME.test(tool.name) && !reserved.includes(tool.name), `${tool.name} can be a tool name`);
  const models = [null, ...tool.models.map(({ name }) => name)];
  return {
    tool,
    validate: compileArguments(tool.inputSchema),
    prices: new Map(models.map((model) => [model, priceOf(table, tool.name, model)])),
  };
}

function prepareInput({ tool, validate }: Offer, input: Request['arguments']): Prepared | Refusal {
  const validated = validate(input);
  if (!validated.ok) return { ok: false, message: 'invalid_arguments', fields: validated.fields };
  const { arguments: resolved } = validated;
  if ((tool.stepCount?.(resolved) ?? 1) > LIMITS.stepsMax) return { ok: false, message: 'too_many_steps' };
  const fileIds = new Set(tool.fileUses(resolved).map(({ fileId }) => fileId));
  return { ok: true, tool: tool.name, model: tool.modelOf(resolved), arguments: resolved, fileIds: [...fileIds] };
}

function pricedInput({ tool, prices }: Offer, { model, arguments: resolved }: Prepared, priceVersion: string): Priced {
  const price = prices.get(model);
  invariant(price !== undefined, `${tool.name} accepts only models it has`);
  return { tool, model, price, priceVersion, arguments: resolved, fileUses: tool.fileUses(resolved) };
}
