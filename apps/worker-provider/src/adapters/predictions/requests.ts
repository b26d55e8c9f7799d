/**
 * Builds requests of the predictions dialect as Replicate's own client does. A customer's file is sent inside the
 * request; no file is made public for it.
 */
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@farebox/catalog';

export interface PredictionRequest {
  /** Path after the base URL. */
  readonly path: string;
  readonly body: string;
}

/** `owner/name`, and `:version` if it is not the model's latest one. A segment never leads to another path. */
const NAMED = /^(\w[\w.-]*\/\w[\w.-]*)(?::([\w.-]+))?$/;

/**
 * A named model has a path of its own, and its body has no name. A version, or a name in another form, is the `version`
 * of the common path: the service refuses a body with `model`.
 */
export function predictionRequest(model: string, input: JsonObject): PredictionRequest {
  const [, name, version] = NAMED.exec(model) ?? [];
  if (name !== undefined && version === undefined)
    return { path: `/models/${name}/predictions`, body: JSON.stringify({ input }) };
  return { path: '/predictions', body: JSON.stringify({ version: version ?? model, input }) };
}

export const dataUrlOf = async ({ path, mimeType }: { readonly path: string; readonly mimeType: string }) =>
  `data:${mimeType};base64,${await readFile(path, 'base64')}`;
