/** Batches: one request starts, reads, cancels or fetches many executions of one tool. */
import { Type } from 'typebox';
import {
  Batch,
  BatchList,
  BatchListQuery,
  BatchQuote,
  BatchQuoteRequest,
  BatchRequest,
  BatchResultsQuery,
  CancelRequest,
} from '../schemas/index.ts';
import { BATCH_LIMITS, LIMITS } from '../limits.ts';
import { cancelAfterOf } from './cancel-after.ts';
import { eventStream, lastStateId } from './event-stream.ts';
import { preferenceApplied, preferOf } from './prefer.ts';
import type { Route } from './route.ts';

/** Any other text is `batch_not_found`. */
const BatchId = Type.String({ maxLength: 200, description: 'A batch id, `bat_…`.' });
const retryAfter = { 'Retry-After': 'Seconds to wait before the next read, while an execution of the batch is open.' };

const QUOTE_ERRORS = [
  'invalid_json',
  'request_too_large',
  'unsupported_media_type',
  'tool_not_found',
  'invalid_arguments',
  'too_many_steps',
  'file_not_usable',
] as const;

export const batchRoutes = {
  createBatchQuote: {
    method: 'POST',
    path: '/tools/batches/quote',
    scope: 'tools:read',
    summary: 'Quote a batch for free',
    description:
      'Returns the maximum charge of each execution and of the whole batch, all with the same tool. The quote is binding and free; it processes and reserves nothing. An error names the invalid item by its path, ' +
      'such as `/items/3/arguments/width`; if several items are invalid, it names one of them. The request counts once against the rate limit.',
    body: { kind: 'json', schema: BatchQuoteRequest, bytesMax: BATCH_LIMITS.bodyBytes },
    successes: { 200: { description: 'The quote.', schema: BatchQuote } },
    errors: QUOTE_ERRORS,
  },
  createBatch: {
    method: 'POST',
    path: '/tools/batches',
    scope: 'tools:execute',
    summary: 'Start up to 1,000 paid executions of one tool',
    description:
      'Reserves the maximum charge of the batch and accepts all of its executions, or none. After a lost response, send the same body with the same key again: the response is the same batch. Each item becomes ' +
      'an ordinary execution; item n has the idempotency key `<batch id>:<n>`. Idempotency keys of batches are separate from those of executions. The request counts once against the rate limit.',
    headers: {
      'Idempotency-Key': Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'A key of your choice, unique for each purchase. Reuse it only to repeat the same request.',
      }),
    },
    optionalHeaders: { 'Cancel-After': cancelAfterOf('Cancels each execution of the batch that has not ended') },
    body: { kind: 'json', schema: BatchRequest, bytesMax: BATCH_LIMITS.bodyBytes },
    successes: {
      200: {
        description: 'The same batch, accepted earlier; all of its executions have ended.',
        schema: Batch,
        headers: { 'Idempotent-Replayed': 'true' },
      },
      202: {
        description: 'The batch was accepted now, or was accepted earlier and has not ended.',
        schema: Batch,
        headers: {
          ...retryAfter,
          Location: 'Path of the batch.',
          'Idempotent-Replayed': 'true on a replay.',
        },
      },
    },
    errors: [
      ...QUOTE_ERRORS,
      'idempotency_key_required',
      'idempotency_key_invalid',
      'idempotency_key_conflict',
      'price_version_mismatch',
      'maximum_charge_too_low',
      'tool_unavailable',
      'tool_temporarily_unavailable',
      'execution_disabled',
      'project_permission_required',
      'monthly_cap_reached',
      'insufficient_balance',
    ],
  },
  listBatches: {
    method: 'GET',
    path: '/tools/batches',
    scope: 'executions:read',
    summary: 'List batches',
    description: 'Returns the batches of the project, newest first.',
    query: BatchListQuery,
    successes: { 200: { description: 'A page of batches.', schema: BatchList } },
    errors: [],
  },
  getBatch: {
    method: 'GET',
    path: '/tools/batches/{id}',
    scope: 'executions:read',
    summary: 'Read the progress and the charges of a batch',
    description: 'To wait for the end, send `Prefer: wait=n`, or poll at intervals of at least 5 seconds.',
    params: { id: BatchId },
    optionalHeaders: { Prefer: preferOf('every execution of the batch has ended or is under review') },
    successes: {
      200: { description: 'The batch.', schema: Batch, headers: { ...retryAfter, ...preferenceApplied } },
    },
    errors: ['batch_not_found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/tools/batches/{id}/cancel',
    scope: 'tools:execute',
    summary: 'Cancel the open executions of a batch',
    description:
      'Cancels each open execution as a separate cancel request would: an execution that has not started is stopped; one that has started may still finish and be charged. Executions that have ended do not change. The request succeeds even if all of them have ended.',
    params: { id: BatchId },
    body: { kind: 'json', schema: CancelRequest, optional: true, example: {} },
    successes: { 200: { description: 'The batch after the cancellation.', schema: Batch, headers: retryAfter } },
    errors: [
      'invalid_json',
      'request_too_large',
      'unsupported_media_type',
      'batch_not_found',
      'execution_cancel_forbidden',
      'project_permission_required',
    ],
  },
  streamBatch: {
    method: 'GET',
    path: '/tools/batches/{id}/events',
    scope: 'executions:read',
    summary: 'Stream the progress of a batch',
    description:
      'Server-sent events. A `batch` event has as its `data` the object that `GET /tools/batches/{id}` returns as `data`. The first event comes at once; later ones come at most once a second, and only if something changed. When all executions ' +
      'have ended, the last state is followed by an `end` event, and the service closes the stream: close it too. For the executions themselves, read the results of the batch or the stream of the project. Limits, comments and reconnection are those of `streamExecution`.',
    params: { id: BatchId },
    optionalHeaders: lastStateId,
    successes: {
      200: eventStream,
    },
    errors: ['batch_not_found'],
  },
  getBatchResults: {
    method: 'GET',
    path: '/tools/batches/{id}/results',
    scope: 'executions:read',
    summary: 'Fetch the executions of a batch as JSON lines',
    description:
      'Returns one line for each execution, in the order of the request: `{"index": 0, "execution": {…}}`. `execution` equals the `data` of `GET /tools/executions/{id}`. A response has up to 100 lines. For the next page, ' +
      'pass the last index plus one as `from`, until you have `executionCount` lines.',
    params: { id: BatchId },
    query: BatchResultsQuery,
    successes: {
      200: {
        description: 'The lines.',
        mediaType: 'application/jsonl',
        schema: Type.String({ maxLength: 1_000_000_000, description: 'JSON objects, one for each line.' }),
        headers: retryAfter,
      },
    },
    errors: ['batch_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;
