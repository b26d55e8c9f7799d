/** Prices: published price tables, special terms of single projects, and previews of both. */
import { LIMITS } from '../../limits.ts';
import { PriceVersion, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  PreviewPricesRequest,
  PreviewTermsRequest,
  PricePreview,
  PriceQuery,
  PriceTable,
  PriceTablePage,
  PriceTerms,
  PriceTermsPage,
  PublishedTable,
  PublishPricesRequest,
  PublishTermsRequest,
} from '../schemas/prices.ts';
import { ReasonBody } from '../schemas/reason.ts';

const ofPlatform = { tag: 'Prices', access: 'platform' } as const;
const ofProject = { ...ofPlatform, params: { projectId: ProjectId } } as const;
const table = { 200: { description: 'The price table.', schema: PublishedTable } } as const;
const terms = { 200: { description: 'The terms.', schema: PriceTerms } } as const;
const previewed = { 200: { description: 'The charges under the new prices.', schema: PricePreview } } as const;
const why = { kind: 'json', schema: ReasonBody, example: { reason: 'not approved after all' } } as const;
/** A whole price table is longer than other administrative requests. */
const bodyBytesMax = LIMITS.jsonBodyBytes;

const resize = {
  unit: 'megapixel',
  minimumChargeMicros: 500,
  unitPriceMicros: 120,
  description: '$0.00012 for each started megapixel; at least $0.0005.',
  models: {},
};
const tools = { 'image-resize': resize };
const SWITCH =
  'From then on every gateway quotes the new prices and refuses executions with older quotes. Executions that were accepted keep their prices.';

export const priceRoutes = {
  listPrices: {
    ...ofPlatform,
    method: 'GET',
    path: '/prices',
    query: PriceQuery,
    summary: 'List published price tables',
    description: 'Scheduled tables, the table in force, and earlier ones.',
    successes: { 200: { description: 'A page of tables.', schema: PriceTablePage } },
    errors: [],
  },
  getCurrentPrices: {
    ...ofPlatform,
    method: 'GET',
    path: '/prices/current',
    summary: 'Read the price table in force',
    description: 'Returns the whole table. To change prices, edit it and publish it again.',
    successes: { 200: { description: 'The table.', schema: PriceTable } },
    errors: [],
  },
  getPrices: {
    ...ofPlatform,
    method: 'GET',
    path: '/prices/{priceVersion}',
    params: { priceVersion: PriceVersion },
    summary: 'Read a price table',
    description: 'Returns the whole table as it was published.',
    successes: { 200: { description: 'The table.', schema: PriceTable } },
    errors: [],
  },
  publishPrices: {
    ...ofPlatform,
    method: 'POST',
    path: '/prices',
    act: 'price.publish',
    bodyBytesMax,
    summary: 'Publish a price table',
    description: `The table must have a price for every tool and model, in the billing unit of the tool. ${SWITCH}`,
    body: { kind: 'json', schema: PublishPricesRequest, example: { tools, effectiveAt: '2027-01-01T00:00:00.000Z' } },
    successes: table,
    errors: ['price_instant_taken'],
  },
  previewPrices: {
    ...ofPlatform,
    method: 'POST',
    path: '/prices/preview',
    bodyBytesMax,
    summary: 'Preview a price table',
    description:
      'Recalculates the last executions with these prices. Terms of projects that are in force apply. Changes nothing.',
    body: { kind: 'json', schema: PreviewPricesRequest, example: { tools } },
    successes: previewed,
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
  cancelPrices: {
    ...ofPlatform,
    method: 'POST',
    path: '/prices/{priceVersion}/cancel',
    params: { priceVersion: PriceVersion },
    act: 'price.cancel',
    summary: 'Cancel a scheduled price table',
    description: 'Possible until ten seconds before it takes effect. The earlier table then stays in force.',
    body: why,
    successes: table,
    errors: ['price_change_begun'],
  },
  listProjectPrices: {
    ...ofProject,
    access: { project: 'ADMIN' },
    method: 'GET',
    path: '/projects/{projectId}/prices',
    query: PriceQuery,
    summary: 'List the price terms of a project',
    description: 'Scheduled terms, the terms in force, and earlier ones. A project without terms pays list prices.',
    successes: { 200: { description: 'A page of terms.', schema: PriceTermsPage } },
    errors: [],
  },
  publishProjectPrices: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/prices',
    act: 'price.publish_terms',
    bodyBytesMax,
    summary: 'Publish price terms for a project',
    description: `A percentage of all list prices, which follows later changes of the list, and fixed prices for single tools. ${SWITCH}`,
    body: { kind: 'json', schema: PublishTermsRequest, example: { basisPoints: 8750, reason: 'contract 4711' } },
    successes: terms,
    errors: ['price_instant_taken'],
  },
  previewProjectPrices: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/prices/preview',
    bodyBytesMax,
    summary: 'Preview price terms for a project',
    description:
      "Recalculates the project's last executions with these terms on the list prices in force. Changes nothing.",
    body: { kind: 'json', schema: PreviewTermsRequest, example: { basisPoints: 8750 } },
    successes: previewed,
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
  cancelProjectPrices: {
    ...ofProject,
    params: { projectId: ProjectId, priceVersion: PriceVersion },
    method: 'POST',
    path: '/projects/{projectId}/prices/{priceVersion}/cancel',
    act: 'price.cancel_terms',
    summary: 'Cancel scheduled price terms of a project',
    description: 'Possible until ten seconds before they take effect. The earlier terms then stay in force.',
    body: why,
    successes: terms,
    errors: ['price_change_begun'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
