/** Prints the types of the API's resources, the list of its error codes and the headers of its webhooks, from the same objects as its OpenAPI document. */
import { ERRORS, openApiDocument, TUS_ERRORS, WEBHOOK_HEADERS } from '@farebox/contract';
import { typesOf } from './types-of.ts';

const types = await typesOf(openApiDocument('http://127.0.0.1:8080', {} as never) as object);
const schemas = types.slice(types.indexOf('export interface components'), types.indexOf('\nexport type $defs'));
const head =
  '/** Made from the OpenAPI document; made anew, never edited. The resources of the API, and every code of its errors. */\n';
const errors = Object.entries({ ...ERRORS, ...TUS_ERRORS }).filter(
  ([, { advice }]) => !advice.includes('operator API only'),
);
const advice = errors.map(([code, error]) => `  ${code}: ${JSON.stringify(error.advice)},\n`);
const retryable = errors.filter(([, error]) => error.retryable).map(([code]) => `  '${code}',\n`);
process.stdout.write(
  `${head}${schemas}

/** What a client should do about each. */
export const ADVICE = {
${advice.join('')}} as const;

/** Those after which the same request, sent again as it is, may well succeed. */
export const RETRYABLE = [
${retryable.join('')}] as const satisfies readonly (keyof typeof ADVICE)[];

export const WEBHOOK_HEADERS = ${JSON.stringify(WEBHOOK_HEADERS)} as const;
`,
);
