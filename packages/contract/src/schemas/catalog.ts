/** Catalog and quote, as clients see them. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { Currency, MicrosJson, closed, named } from './primitives.ts';

export const Price = Type.Object(
  {
    minimumChargeMicros: MicrosJson,
    unit: Type.String(),
    unitPriceMicros: MicrosJson,
    description: Type.String(),
  },
  named('Price', 'What one billing unit costs, and the least a successful execution is charged.'),
);

const JsonObject = Type.Record(Type.String(), Type.Unknown());

export const Model = Type.Object(
  { name: Type.String(), description: Type.String(), available: Type.Boolean(), example: JsonObject, price: Price },
  named('Model', 'A selectable model of a tool.'),
);

export const Tool = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    category: Type.String(),
    available: Type.Boolean(),
    unavailableReason: Type.Optional(Type.String()),
    inputSchema: JsonObject,
    example: JsonObject,
    models: Type.Array(Model),
    price: Price,
    maxRuntimeSeconds: Type.Integer({
      minimum: 1,
      description: 'An execution that runs longer ends as failed; the most that a Cancel-After header may ask for.',
    }),
  },
  named('Tool', 'A tool that can be executed. `inputSchema` is JSON Schema 2020-12.'),
);

export const Catalog = Type.Object(
  { priceVersion: Type.String(), currency: Currency, executionEnabled: Type.Boolean(), tools: Type.Array(Tool) },
  named('Catalog', 'All tools under one pricing version.'),
);

export const BillingLine = {
  description: Type.String(),
  unit: Type.String(),
  quantity: Type.Integer({ minimum: 0 }),
  amountMicros: MicrosJson,
};

export const QuoteRequest = Type.Object(
  { tool: Type.String(), arguments: JsonObject },
  named('QuoteRequest', 'A tool and its input.'),
);

export const Quote = Type.Object(
  {
    tool: Type.String(),
    model: Type.Union([Type.String(), Type.Null()]),
    priceVersion: Type.String(),
    currency: Currency,
    minimumChargeMicros: MicrosJson,
    maximumChargeMicros: MicrosJson,
    breakdown: Type.Array(Type.Object({ ...BillingLine, unitPriceMicros: MicrosJson }, closed)),
    blockers: Type.Array(Type.String()),
  },
  named('Quote', 'A binding ceiling for one input. Free; reserves nothing. `blockers` names what would refuse it now.'),
);

export type Price = Static<typeof Price>;
export type Model = Static<typeof Model>;
export type Tool = Static<typeof Tool>;
export type Catalog = Static<typeof Catalog>;
export type Quote = Static<typeof Quote>;
export type QuoteRequest = Static<typeof QuoteRequest>;
