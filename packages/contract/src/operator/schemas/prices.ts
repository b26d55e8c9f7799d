/** Published prices: whole price tables, and special terms of single projects. */
import { Type } from 'typebox';
import { PriceUnit } from '../../schemas/catalog.ts';
import {
  Count,
  MicrosJson,
  ModelName,
  PriceVersion,
  Timestamp,
  ToolName,
  closed,
  list,
  named,
  nullable,
  oneOf,
  text,
} from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const TOOLS_MAX = 1_000;
const MODELS_MAX = 100;
const SUBJECT_MAX = 500;
/** 1,000 USD for one unit: a higher price is more likely a misplaced decimal point. */
const PRICE_MAX_MICROS = 1_000_000_000;

/** Has no name, because a named schema may occur only once in the schema of a request. */
const PriceMicros = Type.Integer({
  format: 'int64',
  minimum: 0,
  maximum: PRICE_MAX_MICROS,
  description: 'Micro-units of USD.',
});
const amounts = {
  minimumChargeMicros: PriceMicros,
  unitPriceMicros: PriceMicros,
  description: text('The price in words. Amounts in the text must equal the amounts of this entry.'),
};
const PriceEntry = Type.Object(amounts, named('PriceEntry', 'The price of a model.'));
const ToolPrices = Type.Object(
  {
    unit: PriceUnit,
    ...amounts,
    models: Type.Record(Type.String(), PriceEntry, {
      maxProperties: MODELS_MAX,
      description: 'Prices by model name; `{}` if the tool has no models.',
    }),
  },
  named('ToolPrices', 'The prices of a tool. If it has models, its own amounts are the lowest of theirs.'),
);
/** Prices by tool name. */
const PricesOfTools = Type.Record(Type.String(), ToolPrices, {
  maxProperties: TOOLS_MAX,
  description: 'Prices by tool name.',
});

const publishing = {
  effectiveAt: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
      maxLength: 24,
      description: 'RFC 3339, UTC, at most a year ahead. Default: in two seconds.',
    }),
  ),
  confirm: Type.Optional(
    Type.Boolean({ description: 'Confirms that an amount more than doubles or falls below half on purpose.' }),
  ),
  unitChanges: Type.Optional(
    Type.Array(ToolName, {
      maxItems: TOOLS_MAX,
      description: 'Confirms the tools whose billing unit changes on purpose.',
    }),
  ),
  reason: Reason,
};

const published = {
  version: PriceVersion,
  state: oneOf('PriceState', ['scheduled', 'in_force', 'superseded', 'cancelled'], 'The current state.'),
  effectiveAt: Timestamp,
  supersededAt: nullable(Timestamp),
  cancelledAt: nullable(Timestamp),
  publishedAt: Timestamp,
  publishedBy: Type.String({
    maxLength: SUBJECT_MAX,
    description: 'The `sub` of the session; `system` for the initial table of a database.',
  }),
};
export const PriceTable = Type.Object(
  { ...published, tools: PricesOfTools },
  named('PriceTable', 'A published price table with all its prices.'),
);
export const PublishedTable = Type.Object(
  published,
  named('PublishedTable', 'A published price table without its prices.'),
);
export const PriceTablePage = Type.Object(
  { tables: list(PublishedTable, PAGE_MAX), nextBefore: nullable(PriceVersion) },
  named('PriceTablePage', 'Price tables, the last to take effect first.'),
);
export const PriceQuery = pageQuery(PriceVersion);
export const PublishPricesRequest = Type.Object(
  { tools: PricesOfTools, ...publishing },
  named('PublishPricesRequest', 'The prices of every tool and model, and when they take effect.'),
);

const BasisPoints = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: 100_000,
  description:
    'Hundredths of a percent of the list price: 8750 is 87.5 %. Resulting prices are rounded down to a whole micro-USD.',
});
const terms = { basisPoints: Type.Optional(BasisPoints), tools: Type.Optional(PricesOfTools) };
export const PriceTerms = Type.Object(
  { ...published, basisPoints: BasisPoints, tools: PricesOfTools },
  named('PriceTerms', 'The terms of a project: a percentage of list prices, and fixed prices for some tools.'),
);
export const PriceTermsPage = Type.Object(
  { terms: list(PriceTerms, PAGE_MAX), nextBefore: nullable(PriceVersion) },
  named('PriceTermsPage', 'Terms, the last to take effect first.'),
);
export const PublishTermsRequest = Type.Object(
  { ...terms, ...publishing },
  named('PublishTermsRequest', 'Default: 10000 basis points and no tools, which means list prices.'),
);

const previewed = {
  executions: Count,
  chargedMicros: MicrosJson,
  wouldChargeMicros: MicrosJson,
};
const PreviewedTool = Type.Object(
  { tool: ToolName, model: nullable(ModelName), ...previewed },
  named('PreviewedTool', 'The executions of a tool and model.'),
);
export const PricePreview = Type.Object(
  {
    ...previewed,
    notCounted: Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: 2 ** 53 - 1,
      description:
        'Executions that are not included: of tools without a price, and pipelines whose gateway did not record their steps.',
    }),
    tools: list(PreviewedTool, TOOLS_MAX * MODELS_MAX),
  },
  named('PricePreview', 'The charges of the last 1,000 successful executions, and their charges under the new prices.'),
);
export const PreviewPricesRequest = Type.Object(
  {
    tools: PricesOfTools,
    environment: Type.Optional(oneOf('Environment', ['live', 'test'], 'Default: live.')),
  },
  closed,
);
export const PreviewTermsRequest = Type.Object(terms, closed);
