/** Batches: many executions of one tool by one request, read, cancelled and fetched as a whole. */
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
import type { Route } from './route.ts';

/** Any other text is `batch_not_found`. */
const BatchId = Type.String({ maxLength: 200, description: 'A batch id, `bat_…`.' });
const retryAfter = { 'Retry-After': 'Seconds to wait before reading again, while one of them is not terminal.' };

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
    summary: 'Free, binding quote of a batch',
    description:
      'Says the most that these executions of one tool can cost, together and each. Does no processing, reserves nothing, costs nothing. An item that is wrong is named by its place, as in ' +
      '`/items/3/arguments/width`, one of them where several are. It counts as one request.',
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
      'Reserves the price ceiling of all and registers the work: all of them are accepted, or none is. After a broken connection send the same body and key again: it is the same batch. Each is an execution like any ' +
      'other; that at place n has the idempotency key `<id of the batch>:<n>`. Keys of batches are apart from those of executions. It counts as one request.',
    headers: {
      'Idempotency-Key': Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'One per logical request.',
      }),
    },
    body: { kind: 'json', schema: BatchRequest, bytesMax: BATCH_LIMITS.bodyBytes },
    successes: {
      200: {
        description: 'The identical batch, which has ended.',
        schema: Batch,
        headers: { 'Idempotent-Replayed': 'true' },
      },
      202: {
        description: 'Accepted, or accepted before and not ended.',
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
    summary: 'List batches of the project',
    description: 'Newest first, by keyset.',
    query: BatchListQuery,
    successes: { 200: { description: 'A page of batches.', schema: BatchList } },
    errors: [],
  },
  getBatch: {
    method: 'GET',
    path: '/tools/batches/{id}',
    scope: 'executions:read',
    summary: 'How far a batch is, and what it cost so far',
    description: 'Poll it at intervals of at least 5 seconds.',
    params: { id: BatchId },
    successes: { 200: { description: 'The batch.', schema: Batch, headers: retryAfter } },
    errors: ['batch_not_found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/tools/batches/{id}/cancel',
    scope: 'tools:execute',
    summary: 'Request cancellation of all that has not ended',
    description:
      'Each is cancelled as by a request of its own: what has not started is stopped, what has may still finish and charge. What has ended stays as it is, also where that is all of it.',
    params: { id: BatchId },
    body: { kind: 'json', schema: CancelRequest, optional: true, example: {} },
    successes: { 200: { description: 'The batch after the request.', schema: Batch, headers: retryAfter } },
    errors: [
      'invalid_json',
      'request_too_large',
      'unsupported_media_type',
      'batch_not_found',
      'execution_cancel_forbidden',
      'project_permission_required',
    ],
  },
  getBatchResults: {
    method: 'GET',
    path: '/tools/batches/{id}/results',
    scope: 'executions:read',
    summary: 'The executions of a batch as JSON lines',
    description:
      'One line for each, in the order of the request: `{"index": 0, "execution": {…}}`, where `execution` is what a read of it answers as `data`. Up to 100 lines; the next page begins `from` the index after the last, ' +
      'until `executionCount` came.',
    params: { id: BatchId },
    query: BatchResultsQuery,
    successes: {
      200: {
        description: 'The lines.',
        mediaType: 'application/jsonl',
        schema: Type.String({ maxLength: 1_000_000_000, description: 'JSON objects, each ended by a line feed.' }),
        headers: retryAfter,
      },
    },
    errors: ['batch_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;
