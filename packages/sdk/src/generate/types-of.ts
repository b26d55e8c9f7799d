/**
 * Generates TypeScript types from the schemas of a document, with openapi-typescript. That package is a development dependency here and optional for
 * users: no code that runs in an application may import this file.
 */
import type * as OpenapiTypescript from 'openapi-typescript';

/** @returns the text of `components`, and of `paths` only if the document has any. */
export async function typesOf(document: object): Promise<string> {
  const { astToString, default: openapiTypescript } = await load();
  // The shapes are the same: their type is a union of versions to which no plain object can be assigned.
  return astToString(await openapiTypescript(document as OpenapiTypescript.OpenAPI3, { defaultNonNullable: false }));
}

async function load(): Promise<typeof OpenapiTypescript> {
  try {
    return await import('openapi-typescript');
  } catch (cause) {
    throw new Error('openapi-typescript is missing: npm install --save-dev openapi-typescript', { cause });
  }
}
