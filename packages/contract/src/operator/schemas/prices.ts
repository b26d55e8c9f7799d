/** Published prices: whole tables, and what single projects pay instead. */
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
/** Beyond it a slip of the decimal point is likelier than a price: 1,000 USD a unit. */
const PRICE_MAX_MICROS = 1_000_000_000;

/** Without a name: in the schema of one request a name stands once. */
const PriceMicros = Type.Integer({
  format: 'int64',
  minimum: 0,
  maximum: PRICE_MAX_MICROS,
  description: 'Micro-units of USD.',
});
const amounts = {
  minimumChargeMicros: PriceMicros,
  unitPriceMicros: PriceMicros,
  description: text('The price in words; the amounts that it names must be these.'),
};
const PriceEntry = Type.Object(amounts, named('PriceEntry', 'What a model costs.'));
const ToolPrices = Type.Object(
  {
    unit: PriceUnit,
    ...amounts,
    models: Type.Record(Type.String(), PriceEntry, {
      maxProperties: MODELS_MAX,
      description: 'By name; {} where it has none.',
    }),
  },
  named('ToolPrices', 'What a tool costs: of its models the lowest amounts, where it has any.'),
);
/** By the names of tools. */
const PricesOfTools = Type.Record(Type.String(), ToolPrices, {
  maxProperties: TOOLS_MAX,
  description: 'By the names of tools.',
});

const publishing = {
  effectiveAt: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
      maxLength: 24,
      description: 'RFC 3339, UTC, within a year. Left out: in two seconds.',
    }),
  ),
  confirm: Type.Optional(
    Type.Boolean({ description: 'An amount that more than doubles, or falls below half, is meant.' }),
  ),
  unitChanges: Type.Optional(
    Type.Array(ToolName, {
      maxItems: TOOLS_MAX,
      description: 'Tools that are sold by another unit from then on, and are meant to be.',
    }),
  ),
  reason: Reason,
};

const published = {
  version: PriceVersion,
  state: oneOf('PriceState', ['scheduled', 'in_force', 'superseded', 'cancelled'], 'Whether it is in force now.'),
  effectiveAt: Timestamp,
  supersededAt: nullable(Timestamp),
  cancelledAt: nullable(Timestamp),
  publishedAt: Timestamp,
  publishedBy: Type.String({
    maxLength: SUBJECT_MAX,
    description: 'Subject of the session; `system`: the table that a database began with.',
  }),
};
export const PriceTable = Type.Object(
  { ...published, tools: PricesOfTools },
  named('PriceTable', 'A published table, whole.'),
);
export const PublishedTable = Type.Object(published, named('PublishedTable', 'A published table without its prices.'));
export const PriceTablePage = Type.Object(
  { tables: list(PublishedTable, PAGE_MAX), nextBefore: nullable(PriceVersion) },
  named('PriceTablePage', 'Tables, the last to take effect first.'),
);
export const PriceQuery = pageQuery(PriceVersion);
export const PublishPricesRequest = Type.Object(
  { tools: PricesOfTools, ...publishing },
  named('PublishPricesRequest', 'Every tool and every model, and from when on. Without a time: in two seconds.'),
);

const BasisPoints = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: 100_000,
  description:
    "Hundredths of a percent of the list price: 8750 is 87.5 %. Fractions of a micro-USD are the customer's.",
});
const terms = { basisPoints: Type.Optional(BasisPoints), tools: Type.Optional(PricesOfTools) };
export const PriceTerms = Type.Object(
  { ...published, basisPoints: BasisPoints, tools: PricesOfTools },
  named('PriceTerms', 'What a project pays: a part of the list, and prices of its own for some tools.'),
);
export const PriceTermsPage = Type.Object(
  { terms: list(PriceTerms, PAGE_MAX), nextBefore: nullable(PriceVersion) },
  named('PriceTermsPage', 'Terms, the last to take effect first.'),
);
export const PublishTermsRequest = Type.Object(
  { ...terms, ...publishing },
  named('PublishTermsRequest', 'Left out: 10000 basis points and no tools, which is the list again.'),
);

const previewed = {
  executions: Count,
  chargedMicros: MicrosJson,
  wouldChargeMicros: MicrosJson,
};
const PreviewedTool = Type.Object(
  { tool: ToolName, model: nullable(ModelName), ...previewed },
  named('PreviewedTool', 'Executions of a tool and model.'),
);
export const PricePreview = Type.Object(
  {
    ...previewed,
    notCounted: Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: 2 ** 53 - 1,
      description: 'Tools that are not priced, and pipelines of gateways that did not say of what they are.',
    }),
    tools: list(PreviewedTool, TOOLS_MAX * MODELS_MAX),
  },
  named('PricePreview', 'What the last 1,000 executions that succeeded were charged, and would have been.'),
);
export const PreviewPricesRequest = Type.Object(
  {
    tools: PricesOfTools,
    environment: Type.Optional(oneOf('Environment', ['live', 'test'], 'Left out: live.')),
  },
  closed,
);
export const PreviewTermsRequest = Type.Object(terms, closed);
