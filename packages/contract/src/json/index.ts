/** Request bodies: bytes → JSON under the one policy of the wire contract. */
export { type JsonObject, parseJson, parseJsonObject } from './parse.ts';
