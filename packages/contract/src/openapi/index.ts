/** The OpenAPI document, derived from the route objects, so that each part is described once. */
export { openApiDocument } from './document.ts';
export { GUIDE_PATH } from './guide.ts';
export type { RequestExample, RequestExamples } from './request-examples.ts';
export { webhookExample } from './webhook-examples.ts';
