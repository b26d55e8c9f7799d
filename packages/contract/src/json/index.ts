/** Parses request bodies under the single JSON policy of the wire contract. */
export { isExactNumber } from './exact-number.ts';
export { type JsonObject, parseJson, parseJsonObject } from './parse.ts';
