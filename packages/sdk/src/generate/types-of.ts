/**
 * TypeScript types of a document's schemas, by openapi-typescript. It is a development tool of ours and an optional one of our users: nothing that
 * runs beside an application may import this file.
 */
import type * as OpenapiTypescript from 'openapi-typescript';

/** @returns the text of `components`, of `paths` only where the document has any. */
export async function typesOf(document: object): Promise<string> {
  const { astToString, default: openapiTypescript } = await load();
  // Structurally the same: theirs is a union of versions that no plain object is assigned to.
  return astToString(await openapiTypescript(document as OpenapiTypescript.OpenAPI3, { defaultNonNullable: false }));
}

async function load(): Promise<typeof OpenapiTypescript> {
  try {
    return await import('openapi-typescript');
  } catch (cause) {
    throw new Error('openapi-typescript is missing: npm install --save-dev openapi-typescript', { cause });
  }
}
