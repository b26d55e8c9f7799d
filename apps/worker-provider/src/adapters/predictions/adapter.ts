/**
 * Predictions APIs (Replicate style): an accepted call has a name, is looked up by the name or by our token, and can be
 * cancelled.
 */
import { randomUUID } from 'node:crypto';
import type { Adapter, Reply, LookupKey } from '../../adapter.ts';
import { ResponseError, type Json, member } from '../../http/json.ts';
import { JSON_BYTES_MAX } from '../../http/provider-api.ts';
import type { AdapterOptions } from '../options.ts';
import { ProviderError, classify, jsonOf, readPaid } from '../provider-error.ts';
import { replyOf, idOf } from './prediction.ts';
import type { PredictionRequest } from './requests.ts';

const ASK_MS = 10_000;
const SUBMIT_MS = 30_000;

export function createPredictionsAdapter({
  provider,
  api,
  idempotency,
  refusedStatuses,
  callMs,
}: AdapterOptions): Adapter<PredictionRequest> {
  const ask = async (method: 'GET' | 'POST', path: string, signal: AbortSignal): Promise<Json> =>
    jsonOf(await api({ method, path, timeLimitMs: Math.min(callMs, ASK_MS), bytesMax: JSON_BYTES_MAX, signal }));
  const byToken = lookUpByToken(ask);
  return {
    provider,
    supports: { idempotency, lookupByToken: true, lookupByRef: true, cancel: true, synchronous: false },
    async submit(token, { path, body }, signal) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': token };
      const bounds = { timeLimitMs: Math.min(callMs, SUBMIT_MS), bytesMax: JSON_BYTES_MAX, signal };
      return readPaid(await api({ method: 'POST', path, headers, body, ...bounds }), (reply) => replyOf(jsonOf(reply)));
    },
    lookup: (by, signal) =>
      orAbsent('ref' in by ? named(by.ref, ask('GET', pathOf(by.ref), signal)) : byToken(by.token, signal)),
    cancel: (ref, signal) => named(ref, ask('POST', `${pathOf(ref)}/cancel`, signal)),
    classify: (error) => classify(error, refusedStatuses),
  };
}

/** Built from the id and our base URL: URLs in a response could send our key anywhere. */
const pathOf = (ref: string): string => `/predictions/${encodeURIComponent(ref)}`;

async function named(ref: string, asked: Promise<Json>): Promise<Reply> {
  const prediction = await asked;
  if (idOf(prediction) !== ref) throw new ResponseError('another prediction');
  return replyOf(prediction);
}

async function orAbsent(asked: Promise<Reply | 'absent'>): Promise<Reply | 'absent'> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404 && error.isOwn) return 'absent';
    throw error;
  }
}

type Ask = (method: 'GET', path: string, signal: AbortSignal) => Promise<Json>;

/**
 * A service that ignores the filter returns the latest prediction, which belongs to another client. So a prediction
 * that does not repeat our token is believed only if a lookup of an unused token, directly afterwards, finds nothing.
 * An earlier empty list proves nothing about a later one.
 */
function lookUpByToken(
  ask: Ask,
): (token: Extract<LookupKey, { token: string }>['token'], signal: AbortSignal) => Promise<Reply | 'absent'> {
  const find = async (token: string, signal: AbortSignal): Promise<readonly Json[]> => {
    const results = member(
      await ask('GET', `/predictions?idempotency_key=${encodeURIComponent(token)}`, signal),
      'results',
    );
    if (!Array.isArray(results)) throw new ResponseError('no list of predictions');
    return (results as readonly Json[]).filter((each) => repeatedToken(each) === null || repeatedToken(each) === token);
  };
  return async (token, signal) => {
    // The oldest one is ours. A second one could only come from a service that breaks its own contract.
    const found = (await find(token, signal)).at(-1);
    if (found === undefined) return 'absent';
    if (repeatedToken(found) === null && (await find(randomUUID(), signal)).length > 0)
      throw new ResponseError('no look-up by token');
    return replyOf(found);
  };
}

const repeatedToken = (prediction: Json): Json => member(prediction, 'idempotency_key') ?? null;
