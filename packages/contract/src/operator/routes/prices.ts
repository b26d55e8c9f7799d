/** Prices: published tables, what single projects pay instead, and what either would come to. */
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
const table = { 200: { description: 'The table.', schema: PublishedTable } } as const;
const terms = { 200: { description: 'The terms.', schema: PriceTerms } } as const;
const previewed = { 200: { description: 'What they would have come to.', schema: PricePreview } } as const;
const why = { kind: 'json', schema: ReasonBody, example: { reason: 'not approved after all' } } as const;
/** A whole table is longer than what else is administered. */
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
  'Every gateway quotes by them from then on, and none accepts what was quoted before; executions that were accepted keep their prices.';

export const priceRoutes = {
  listPrices: {
    ...ofPlatform,
    method: 'GET',
    path: '/prices',
    query: PriceQuery,
    summary: 'Published price tables',
    description: 'Those to come, the one in force, and those before it.',
    successes: { 200: { description: 'A page of tables.', schema: PriceTablePage } },
    errors: [],
  },
  getCurrentPrices: {
    ...ofPlatform,
    method: 'GET',
    path: '/prices/current',
    summary: 'The price table in force',
    description: 'Whole: change it and publish it again.',
    successes: { 200: { description: 'The table.', schema: PriceTable } },
    errors: [],
  },
  getPrices: {
    ...ofPlatform,
    method: 'GET',
    path: '/prices/{priceVersion}',
    params: { priceVersion: PriceVersion },
    summary: 'A price table',
    description: 'Whole, as it was published.',
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
    description: `Every tool and model has a price, in the unit in which it is measured. ${SWITCH}`,
    body: { kind: 'json', schema: PublishPricesRequest, example: { tools, effectiveAt: '2027-01-01T00:00:00.000Z' } },
    successes: table,
    errors: [],
  },
  previewPrices: {
    ...ofPlatform,
    method: 'POST',
    path: '/prices/preview',
    bodyBytesMax,
    summary: 'What the last executions would have cost',
    description:
      'Changes nothing. By these prices as a list, and by what each project pays of it: its terms that are in force apply.',
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
    summary: 'Cancel a price table that is scheduled',
    description: 'Until ten seconds before it takes effect. The one before it stays in force.',
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
    summary: 'What the project pays instead of the list',
    description: 'Terms to come, those in force, and those before. None: it pays the list.',
    successes: { 200: { description: 'A page of terms.', schema: PriceTermsPage } },
    errors: [],
  },
  publishProjectPrices: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/prices',
    act: 'price.publish_terms',
    bodyBytesMax,
    summary: 'Give a project prices of its own',
    description: `A part of every list price, now and after each change of the list, and whole prices for single tools. ${SWITCH}`,
    body: { kind: 'json', schema: PublishTermsRequest, example: { basisPoints: 8750, reason: 'contract 4711' } },
    successes: terms,
    errors: [],
  },
  previewProjectPrices: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/prices/preview',
    bodyBytesMax,
    summary: "What the project's last executions would have cost",
    description: 'Changes nothing. By these terms of the list that is in force.',
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
    summary: "Cancel a project's terms that are scheduled",
    description: 'Until ten seconds before they take effect. Those before them stay in force.',
    body: why,
    successes: terms,
    errors: ['price_change_begun'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
