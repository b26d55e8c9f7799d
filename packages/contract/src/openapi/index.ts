/** The OpenAPI document of the wire contract, derived from the route objects; nothing is described twice. */
export { openApiDocument } from './document.ts';
export { GUIDE_PATH } from './guide.ts';
export type { RequestExample, RequestExamples } from './request-examples.ts';
