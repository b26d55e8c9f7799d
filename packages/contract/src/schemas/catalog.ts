/** Catalog and quote, as clients see them. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { BLOCKERS, type Blocker, ERRORS } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { CATEGORIES, UNITS } from '../vocabulary.ts';
import {
  Count,
  Currency,
  JsonObject,
  MicrosJson,
  ModelName,
  Name,
  PriceVersion,
  QuotedPriceVersion,
  ToolName,
  int32,
  list,
  named,
  nullable,
  text,
  wordOf,
} from './primitives.ts';

const TOOLS_MAX = 1_000;
const MODELS_MAX = 100;
const ASKED_MAX = LIMITS.jsonBodyBytes;

export const PriceUnit = wordOf('Unit', UNITS, 'What a price counts.');

export const Price = Type.Object(
  {
    minimumChargeMicros: MicrosJson,
    unit: PriceUnit,
    unitPriceMicros: MicrosJson,
    description: text('The price in words.'),
  },
  named('Price', 'What one billing unit costs, and the least a successful execution is charged.'),
);

export const TypicalSeconds = Type.Object(
  { p50: Type.Number({ minimum: 0 }), p95: Type.Number({ minimum: 0 }) },
  named(
    'TypicalSeconds',
    'Seconds from start to end, of the executions that succeeded here in the last 30 days: half of them took at most p50, 95 of 100 at most p95. Null while there are fewer than 20.',
  ),
);

const Model = Type.Object(
  {
    name: ModelName,
    description: text('What it is good for.'),
    available: Type.Boolean(),
    example: JsonObject,
    price: Price,
    typicalSeconds: nullable(TypicalSeconds),
  },
  named('Model', 'A selectable model of a tool.'),
);

export const Tool = Type.Object(
  {
    name: ToolName,
    title: Name,
    description: text('What it does, takes and gives, with units.'),
    category: wordOf('Category', CATEGORIES, 'Kind of tool.'),
    available: Type.Boolean(),
    unavailableReason: Type.Optional(text('What is not configured here.')),
    inputSchema: JsonObject,
    example: JsonObject,
    models: list(Model, MODELS_MAX),
    price: Price,
    maxRuntimeSeconds: int32(1, {
      description: 'An execution that runs longer ends as failed; the most that a Cancel-After header may ask for.',
    }),
    cancellableAfterStart: Type.Boolean({
      description:
        'Whether a cancel stops work that has begun: true within seconds, by us or by the external service. False: a call that the service has begun runs to its end, ' +
        'is delivered and charged. Of a pipeline: steps that have not begun are left out, and the one that runs ends as its own tool says.',
    }),
    chargesOnFailure: Type.Boolean({
      description:
        'Whether an execution that fails or is cancelled can be charged: true where an external service does the work, for the cost that really arose there and never ' +
        'more than the maximum. False: it costs nothing.',
    }),
    typicalSeconds: nullable(TypicalSeconds),
  },
  named('Tool', 'A tool that can be executed. `inputSchema` is JSON Schema 2020-12.'),
);

export const Catalog = Type.Object(
  {
    priceVersion: PriceVersion,
    currency: Currency,
    executionEnabled: Type.Boolean(),
    tools: list(Tool, TOOLS_MAX),
  },
  named('Catalog', 'All tools under one pricing version.'),
);

export const BillingLine = {
  description: text('What was done, for people.'),
  unit: PriceUnit,
  quantity: Count,
  amountMicros: MicrosJson,
};
/** Lines of a bill: one a step, and one that lifts it to the minimum. */
export const BILLING_LINES_MAX = LIMITS.stepsMax + 1;

/** Names that no tool has are `tool_not_found`, so a request may say any. */
export const AskedTool = Type.String({
  maxLength: ASKED_MAX,
  description:
    'A tool of the catalog, or `@` and the name of a template: `@thumbs`, or `@thumbs:3` for one version of it.',
});
/** Any other version is `price_version_mismatch`. */
export const AskedPriceVersion = Type.String({ maxLength: ASKED_MAX, description: 'The price version of the quote.' });

export const QuoteRequest = Type.Object(
  { tool: AskedTool, arguments: JsonObject },
  named('QuoteRequest', 'A tool and its input.'),
);

const BLOCKER_WORDS = Object.fromEntries(BLOCKERS.map((message) => [message, ERRORS[message].advice])) as Readonly<
  Record<Blocker, string>
>;

export const Blockers = list(
  wordOf('Blocker', BLOCKER_WORDS, 'An error that an execution would meet now.'),
  BLOCKERS.length,
);

export const Quote = Type.Object(
  {
    tool: ToolName,
    model: nullable(ModelName),
    priceVersion: QuotedPriceVersion,
    currency: Currency,
    minimumChargeMicros: MicrosJson,
    maximumChargeMicros: MicrosJson,
    breakdown: list(
      Type.Object({ ...BillingLine, unitPriceMicros: MicrosJson }, named('QuoteLine', 'A part of the maximum charge.')),
      BILLING_LINES_MAX,
    ),
    blockers: Blockers,
  },
  named('Quote', 'A binding ceiling for one input. Free; reserves nothing. `blockers` names what would refuse it now.'),
);

export type Price = Static<typeof Price>;
export type Model = Static<typeof Model>;
export type Tool = Static<typeof Tool>;
export type TypicalSeconds = Static<typeof TypicalSeconds>;
export type Catalog = Static<typeof Catalog>;
export type Quote = Static<typeof Quote>;
export type QuoteRequest = Static<typeof QuoteRequest>;
