/** Requests of the predictions dialect. A file of the customer goes inside the request; nothing of ours is made public for it. */
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@farebox/catalog';
import type { PredictionRequest } from './adapter.ts';

/** The id of one version of a model, where it is not named. */
const VERSION = /^[0-9a-f]{64}$/;

export const predictionRequest = (model: string, input: JsonObject): PredictionRequest => ({
  body: JSON.stringify(VERSION.test(model) ? { version: model, input } : { model, input }),
});

export const dataUrlOf = async ({ path, mimeType }: { readonly path: string; readonly mimeType: string }) =>
  `data:${mimeType};base64,${await readFile(path, 'base64')}`;
