/** Wire schemas of the catalog and quotes. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { BLOCKERS, type Blocker, ERRORS } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { CATEGORIES, UNITS } from '../vocabulary.ts';
import {
  Count,
  UsDollars,
  JsonObject,
  MicrosJson,
  ModelName,
  Name,
  PriceVersion,
  QuotedPriceVersion,
  ToolName,
  closed,
  described,
  int32,
  list,
  named,
  nullable,
  text,
  wordOf,
} from './primitives.ts';

/** Those of the code, 1,000 own tools of the operator and 100 templates of the project. */
const TOOLS_MAX = 1_200;
const MODELS_MAX = 100;
const ASKED_MAX = LIMITS.jsonBodyBytes;

export const PriceUnit = wordOf('Unit', UNITS, 'The billing unit of a price.');

export const Price = Type.Object(
  {
    minimumChargeMicros: described(MicrosJson, 'The least that a successful execution costs, in micro-units of USD.'),
    unit: described(PriceUnit, 'What `unitPriceMicros` pays for.'),
    unitPriceMicros: described(MicrosJson, 'The price of one unit, in micro-units of USD.'),
    description: text('The price in words.'),
  },
  named('Price', 'The price of one billing unit, and the minimum charge of a successful execution.'),
);

export const TypicalSeconds = Type.Object(
  {
    p50: Type.Number({ minimum: 0, description: 'The median: half of the executions took at most so many seconds.' }),
    p95: Type.Number({ minimum: 0, description: 'The 95th percentile, in seconds.' }),
  },
  named(
    'TypicalSeconds',
    'Run time in seconds, from start to end, of the executions that succeeded in this deployment in the last 30 days: median (p50) and 95th percentile (p95). Null if there were fewer than 20.',
  ),
);

const Model = Type.Object(
  {
    name: described(ModelName, 'The value of `arguments.model` that selects the model.'),
    description: text('The strengths of the model.'),
    available: Type.Boolean({ description: 'Whether this deployment can run the model.' }),
    example: described(JsonObject, 'Arguments with this model that can be quoted and executed unchanged.'),
    price: described(Price, 'The price with this model.'),
    typicalSeconds: nullable(
      TypicalSeconds,
      'Measured run times with this model; null if there were too few executions.',
    ),
  },
  named('Model', 'A selectable model of a tool.'),
);

const toolFields = {
  name: described(ToolName, 'The name for `tool` of a quote and for the path of an execution.'),
  title: described(Name, 'The name for people.'),
  description: text('The effect, inputs and outputs of the tool, with units.'),
  category: described(wordOf('Category', CATEGORIES, 'The kind of tool.'), 'What the tool works on.'),
  available: Type.Boolean({
    description: 'Whether this deployment can run the tool. Balance, cap and `executionEnabled` apply in addition.',
  }),
  unavailableReason: Type.Optional(text('The part that is not configured in this deployment.')),
  inputSchema: described(JsonObject, 'The JSON Schema (2020-12) of `arguments`.'),
  example: described(JsonObject, 'Arguments that can be quoted and executed unchanged, with sample files.'),
  models: list(Model, MODELS_MAX, 'The selectable models; empty for a tool without models.'),
  price: described(Price, 'The price without models, or with the default model.'),
  maxRuntimeSeconds: int32(1, {
    description:
      'The maximum run time in seconds. A longer execution fails. It is also the maximum of the Cancel-After header.',
  }),
  cancellableAfterStart: Type.Boolean({
    description:
      'Whether a cancellation stops work that has started. True: within seconds, by us or by the external service. False: a provider call that has started runs to its end; its output ' +
      'is delivered and charged. A pipeline skips the steps that have not started; the step in progress follows the value of its own tool.',
  }),
  chargesOnFailure: Type.Boolean({
    description:
      'Whether an execution that fails or is cancelled can be charged. True for tools that use an external service: the charge is the cost that really arose there and never ' +
      'exceeds the maximum charge. A result that cannot be delivered costs nothing. False: it costs nothing.',
  }),
  typicalSeconds: nullable(
    TypicalSeconds,
    'Measured run times of a tool without models; null if there were too few executions.',
  ),
};

export const Tool = Type.Object(
  toolFields,
  named('Tool', 'A tool that can be executed. `inputSchema` is JSON Schema 2020-12.'),
);

export type ToolField = keyof typeof toolFields;
/** In the order of the catalog. */
export const TOOL_FIELDS = Object.keys(toolFields) as readonly ToolField[];

const ofCatalog = {
  priceVersion: described(PriceVersion, 'The price table and own tools of all prices in the catalog.'),
  currency: UsDollars,
  executionEnabled: Type.Boolean({
    description: 'Whether the platform accepts executions now. The switch of a project is a blocker of its quotes.',
  }),
};

export const Catalog = Type.Object(
  { ...ofCatalog, tools: list(Tool, TOOLS_MAX, 'The tools of this deployment, then the templates of the project.') },
  named('Catalog', 'All tools, with prices of one price version.'),
);

const ToolExcerpt = Type.Partial(
  Type.Object(toolFields),
  named('ToolExcerpt', 'The fields of a tool that the query parameter `fields` lists.'),
);

const CatalogExcerpt = Type.Object(
  { ...ofCatalog, tools: list(ToolExcerpt, TOOLS_MAX, 'The same tools in the same order, with the listed fields.') },
  named('CatalogExcerpt', 'All tools, each with the fields that the query parameter `fields` lists.'),
);

export const CatalogOrExcerpt = Type.Unsafe<Catalog | Static<typeof CatalogExcerpt>>({
  $id: 'CatalogOrExcerpt',
  description: 'The whole catalog; with the query parameter `fields`, an excerpt.',
  anyOf: [Catalog, CatalogExcerpt],
});

export const CatalogQuery = Type.Object(
  {
    fields: Type.Optional(
      // Without a name, so that it is no word of a response.
      Type.Array(Type.Unsafe<ToolField>({ type: 'string', enum: [...TOOL_FIELDS] }), {
        minItems: 1,
        maxItems: TOOL_FIELDS.length,
        uniqueItems: true,
        description:
          'The fields of each tool to return, separated by commas: `fields=name,title,description`. Default: all. A list without `inputSchema`, `example` and `models` makes the response a sixth as large, before compression.',
      }),
    ),
  },
  closed,
);

export const BillingLine = {
  description: text('The billed work, in words.'),
  unit: described(PriceUnit, 'What `quantity` counts.'),
  quantity: described(Count, 'The number of units.'),
  amountMicros: described(MicrosJson, 'The amount of this line, in micro-units of USD.'),
};
/** The most lines of a bill: one for each step, and one that raises it to the minimum charge. */
export const BILLING_LINES_MAX = LIMITS.stepsMax + 1;

/** Accepts any text: an unknown name is refused as `tool_not_found`. */
export const AskedTool = Type.String({
  maxLength: ASKED_MAX,
  description:
    'The name of a tool, or `@` followed by the name of a template: `@thumbs` for its active version, `@thumbs:3` for version 3.',
});
/** Accepts any text: another version is refused as `price_version_mismatch`. */
export const AskedPriceVersion = Type.String({ maxLength: ASKED_MAX, description: 'The price version of the quote.' });

export const ToolArguments = described(JsonObject, "The input of the tool, valid for the tool's `inputSchema`.");
/** The model of a quote or an execution. */
export const QuotedModel = nullable(ModelName, 'The selected model; null for a tool without models.');

export const QuoteRequest = Type.Object(
  { tool: AskedTool, arguments: ToolArguments },
  named('QuoteRequest', 'A tool and its input.'),
);

const BLOCKER_WORDS = Object.fromEntries(BLOCKERS.map((message) => [message, ERRORS[message].advice])) as Readonly<
  Record<Blocker, string>
>;

export const Blockers = list(
  wordOf('Blocker', BLOCKER_WORDS, 'An error that would refuse the execution now.'),
  BLOCKERS.length,
  'Errors that would refuse the execution now; empty if none would.',
);

export const Quote = Type.Object(
  {
    tool: described(ToolName, 'The quoted tool or template.'),
    model: QuotedModel,
    priceVersion: described(
      QuotedPriceVersion,
      'Send it with the execution: a price change since the quote is refused.',
    ),
    currency: UsDollars,
    minimumChargeMicros: described(MicrosJson, 'The least that a success costs, in micro-units of USD.'),
    maximumChargeMicros: described(
      MicrosJson,
      'The most that the execution can cost, in micro-units of USD. Send it with the execution.',
    ),
    breakdown: list(
      Type.Object(
        { ...BillingLine, unitPriceMicros: described(MicrosJson, 'The price of one unit, in micro-units of USD.') },
        named('QuoteLine', 'A part of the maximum charge.'),
      ),
      BILLING_LINES_MAX,
      'The parts of the maximum charge.',
    ),
    blockers: Blockers,
  },
  named(
    'Quote',
    'A binding maximum charge for one input. A quote is free and reserves nothing. `blockers` lists the errors that would refuse the execution now.',
  ),
);

export type Price = Static<typeof Price>;
export type Model = Static<typeof Model>;
export type Tool = Static<typeof Tool>;
export type TypicalSeconds = Static<typeof TypicalSeconds>;
export type Catalog = Static<typeof Catalog>;
export type Quote = Static<typeof Quote>;
export type QuoteRequest = Static<typeof QuoteRequest>;
