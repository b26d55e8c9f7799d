/** The wire contract as data: routes, scopes, limits, errors and schemas. The OpenAPI document derives from it. */
export { ERRORS_PATH, errorsPage } from './errors-page.ts';
export * from './errors.ts';
export * from './json/index.ts';
export * from './limits.ts';
export { nearest } from './nearest.ts';
export * from './openapi/index.ts';
export * from './operator/index.ts';
export * from './routes/index.ts';
export * from './schemas/index.ts';
export * from './scopes.ts';
export * from './vocabulary.ts';
