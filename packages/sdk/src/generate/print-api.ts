/** Prints the types of the API's resources, its error codes and its webhook headers, from the objects of the OpenAPI document. */
import { ERRORS, openApiDocument, TUS_ERRORS, WEBHOOK_HEADERS } from '@farebox/contract';
import { typesOf } from './types-of.ts';

const types = await typesOf(openApiDocument('http://127.0.0.1:8080', {} as never) as object);
const schemas = types.slice(types.indexOf('export interface components'), types.indexOf('\nexport type $defs'));
const head =
  '/** Generated from the OpenAPI document; do not edit. The resources of the API, and all of its error codes. */\n';
const errors = Object.entries({ ...ERRORS, ...TUS_ERRORS }).filter(
  ([, { advice }]) => !advice.includes('operator API only'),
);
const advice = errors.map(([code, error]) => `  ${code}: ${JSON.stringify(error.advice)},\n`);
const retryable = errors.filter(([, error]) => error.retryable).map(([code]) => `  '${code}',\n`);
process.stdout.write(
  `${head}${schemas}

/** How a client should proceed after each error. */
export const ADVICE = {
${advice.join('')}} as const;

/** Errors after which the same request may succeed if it is sent again unchanged. */
export const RETRYABLE = [
${retryable.join('')}] as const satisfies readonly (keyof typeof ADVICE)[];

export const WEBHOOK_HEADERS = ${JSON.stringify(WEBHOOK_HEADERS)} as const;
`,
);
