/**
 * Builds requests of the predictions dialect. A customer's file is sent inside the request; no file is made public for
 * it.
 */
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@farebox/catalog';
import type { PredictionRequest } from './adapter.ts';

/** The id of one version of a model without a name. */
const VERSION = /^[0-9a-f]{64}$/;

export const predictionRequest = (model: string, input: JsonObject): PredictionRequest => ({
  body: JSON.stringify(VERSION.test(model) ? { version: model, input } : { model, input }),
});

export const dataUrlOf = async ({ path, mimeType }: { readonly path: string; readonly mimeType: string }) =>
  `data:${mimeType};base64,${await readFile(path, 'base64')}`;
