/** Breaches of the terms of a batch: other bodies, items, amounts or states. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import { ofABatch } from './seeded-batch-breaches.ts';
import type { Change } from './mutable.ts';
import { TABLE } from './seeded-price-breaches.ts';
import { exchanged, otherInput, otherUnit, unevenly } from './seeded-sale-breaches.ts';
import { AT } from './sound-orders.ts';

const quoteOther: Change = ({ client }) => {
  const amounts = { minimumChargeMicros: 100, maximumChargeMicros: 400 };
  const sent = { tool: 'image-generate', items: [{ arguments: {} }] };
  client.push(
    { at: AT, act: 'batch-quote', projectId: 'proj_1', lineage: 0, request: 93, sent },
    { at: AT, replyTo: 93, status: 200, data: { ...amounts, items: [{ ...amounts, maximumChargeMicros: 401 }] } },
  );
};

const state =
  (form: 'polled' | 'listed', facts: object): Change =>
  ({ batchStates }) =>
    Object.assign(batchStates[0]![form], facts);

const told =
  (facts: object): Change =>
  ({ client }) =>
    Object.assign(client.at(-1)!.data!, facts);

const batch =
  (facts: Partial<Evidence['batches'][number]>): Change =>
  ({ batches }) =>
    Object.assign(batches[0]!, facts);

const misused =
  (reply: object): Change =>
  ({ client }) =>
    Object.assign(
      client.find(({ replyTo }) => replyTo === 29)!,
      reply,
    );

/** The second request had other items, and was answered with the batch. */
const otherItems: Change = ({ client }) => {
  const second = client.find(({ request }) => request === 31)!;
  second.bodySha256 = 'three';
  second.sent = { ...second.sent!, items: second.sent!.items!.toReversed() };
};

export const BATCH_TERMS: readonly (readonly [promise: string, what: string, change: Change])[] = [
  [
    'I5',
    'another body under the key of a batch, answered with the batch',
    ofABatch(misused({ status: 202, id: 'bat_00000000000000000000000000', message: undefined })),
  ],
  [
    'I5',
    'another body under the key of a batch, answered with another batch',
    ofABatch(misused({ status: 202, id: 'bat_other', message: undefined })),
  ],
  ['I5', 'a misused key of a batch answered 400', ofABatch(misused({ status: 400, message: 'invalid_request' }))],
  [
    'I5',
    'a misused key of a batch refused for its balance',
    ofABatch(misused({ status: 429, message: 'insufficient_balance' })),
  ],
  ['I5', 'a batch kept with another body', ofABatch(batch({ body_sha256: '\\x00' }))],
  [
    'I5',
    'an item of a batch kept with another body',
    ofABatch(({ executions }) => (executions[1]!.body_sha256 = '\\x00')),
  ],
  ['I5', 'a replay of a batch with other items', ofABatch(otherItems)],
  ['I5', 'a batch of another tool', ofABatch(batch({ tool: 'image-resize' }))],
  ['I5', 'a batch with another minimum than was quoted', ofABatch(batch({ minimum_micros: 199 }))],
  ['I5', 'a batch accepted before it was requested', ofABatch(batch({ created_at: '2026-11-21T07:59:58.000Z' }))],
  ['I5', 'a batch accepted after it was reported', ofABatch(batch({ created_at: '2026-11-21T08:00:01.500Z' }))],
  ['I5', 'items in another order', ofABatch(({ batches }) => batches[0]!.items.reverse())],
  [
    'I5',
    'two executions at one index',
    ofABatch(({ executions }) => (executions[1]!.idempotency_key = executions[0]!.idempotency_key)),
  ],
  [
    'I5',
    'a quote of a batch with other amounts for an item',
    ofABatch(({ client }) =>
      Object.assign(client.find(({ request }) => request === 30)!.quoted!.amounts![0]!, { minimumChargeMicros: 99 }),
    ),
  ],
  [
    'I5',
    'a quote of a batch that is not the sum of its items',
    ofABatch(({ client }) => client.forEach(({ act, quoted }) => act === 'batch' && (quoted!.minimumMicros -= 1))),
  ],
  [
    'I5',
    'a count that differs',
    ofABatch(
      state('polled', { counts: { queued: 0, running: 0, needsReview: 0, succeeded: 2, failed: 0, cancelled: 0 } }),
    ),
  ],
  ['I5', 'a sum of charges that differs', ofABatch(state('polled', { chargedMicros: 349 }))],
  ['I5', 'an end of a batch at another time', ofABatch(state('polled', { finishedAt: AT }))],
  ['I5', 'a batch that does not end', ofABatch(state('polled', { finishedAt: null }))],
  ['I5', 'a batch listed with another maximum', ofABatch(state('listed', { maximumChargeMicros: 801 }))],
  ['I5', 'a batch shown with another size', ofABatch(state('polled', { executionCount: 3 }))],
  ['I5', 'results in another order', ofABatch(({ batchStates }) => batchStates[0]!.results.reverse())],
  ['I5', 'a result that is missing', ofABatch(({ batchStates }) => batchStates[0]!.results.pop())],
  ['I5', 'a batch that was told with another version', ofABatch(told({ priceVersion: TABLE }))],
  ['I5', 'counts that do not add up', ofABatch(told({ counts: { queued: 1 } }))],
  ['I12', 'items of a batch priced unevenly', ofABatch(unevenly)],
  ['I12', 'an item of a batch in another unit', ofABatch(otherUnit)],
  ['I12', 'items of a batch with exchanged inputs', ofABatch(exchanged)],
  ['I12', 'an item of a batch with another input', ofABatch(otherInput)],
  ['I12', 'an item of a batch with another model', ofABatch(({ executions }) => (executions[1]!.model = 'high'))],
  ['I12', 'a quote of a batch that is not the sum of its items', ofABatch(quoteOther)],
];
