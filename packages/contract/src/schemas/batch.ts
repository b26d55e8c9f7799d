/** Batches, as clients see them: many executions of one tool under one quote, one ceiling and one idempotency key. */
import { Type, type Static } from 'typebox';
import { BATCH_LIMITS, LIMITS } from '../limits.ts';
import { AskedPriceVersion, AskedTool, Blockers } from './catalog.ts';
import { EXECUTION_STATUSES, type ExecutionStatus } from './execution-states.ts';
import {
  Currency,
  JsonObject,
  MicrosJson,
  ModelName,
  PriceVersion,
  QuotedPriceVersion,
  Timestamp,
  ToolName,
  closed,
  idOf,
  int32,
  list,
  named,
  nullable,
} from './primitives.ts';

const { itemsMax, resultsMax } = BATCH_LIMITS;

const BatchId = idOf('BatchId', 'bat', 'a batch');

const Item = Type.Object({ arguments: JsonObject }, named('BatchItem', 'The input of one execution.'));
const asked = {
  tool: AskedTool,
  items: Type.Array(Item, { minItems: 1, maxItems: itemsMax, description: 'One execution each, in this order.' }),
};

export const BatchQuoteRequest = Type.Object(asked, named('BatchQuoteRequest', 'One tool and its inputs.'));

export const BatchRequest = Type.Object(
  { ...asked, priceVersion: AskedPriceVersion, maximumChargeMicros: MicrosJson },
  named(
    'BatchRequest',
    'The quoted tool and inputs, with the price version of the quote and a ceiling for all of them.',
  ),
);

const ItemQuote = Type.Object(
  { model: nullable(ModelName), minimumChargeMicros: MicrosJson, maximumChargeMicros: MicrosJson },
  named('BatchItemQuote', 'What one execution can cost.'),
);

export const BatchQuote = Type.Object(
  {
    tool: ToolName,
    priceVersion: QuotedPriceVersion,
    currency: Currency,
    minimumChargeMicros: MicrosJson,
    maximumChargeMicros: MicrosJson,
    items: list(ItemQuote, itemsMax),
    blockers: Blockers,
  },
  named(
    'BatchQuote',
    'The most that these executions can cost together, and each of them, in the order of the request.',
  ),
);

const itemCount = (description: string) => int32(0, { maximum: itemsMax, description });

const summary = {
  id: BatchId,
  tool: ToolName,
  priceVersion: PriceVersion,
  currency: Currency,
  executionCount: itemCount('Its executions.'),
  minimumChargeMicros: MicrosJson,
  maximumChargeMicros: MicrosJson,
  cancelRequested: Type.Boolean(),
  createdAt: Timestamp,
};

/** The name of a status as a field. */
export type CountedStatus = Exclude<ExecutionStatus, 'needs_review'> | 'needsReview';
export const countedAs = (status: ExecutionStatus): CountedStatus =>
  status === 'needs_review' ? 'needsReview' : status;

const Counts = Type.Object(
  Object.fromEntries(
    EXECUTION_STATUSES.map((status) => [countedAs(status), itemCount(`Executions that are \`${status}\`.`)]),
  ) as Record<CountedStatus, ReturnType<typeof itemCount>>,
  named('BatchCounts', 'Executions by their status; they sum to `executionCount`.'),
);

const BatchSummary = Type.Object(summary, named('BatchSummary', 'A batch in a list.'));

export const Batch = Type.Object(
  { ...summary, counts: Counts, chargedMicros: MicrosJson, finishedAt: nullable(Timestamp) },
  named(
    'Batch',
    'Executions that were accepted together. `chargedMicros` is what those that have ended were charged so far; `finishedAt` is when the last of them ended, null while one is open.',
  ),
);

export const BatchList = Type.Object(
  { batches: list(BatchSummary, LIMITS.listMax), nextBefore: nullable(BatchId) },
  named('BatchList', 'Newest first. Pass `nextBefore` as `before` for the next page; null on the last.'),
);

export const BatchListQuery = Type.Object(
  {
    limit: Type.Optional(
      int32(LIMITS.listMin, {
        maximum: LIMITS.listMax,
        description: `Batches on a page; ${LIMITS.listDefault} where it is left out.`,
      }),
    ),
    before: Type.Optional(
      Type.String({
        pattern: '^bat_[0-9a-z]{26}$',
        maxLength: 30,
        description: 'A batch id, exclusive: older ones follow.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'The one batch accepted under this key: a lost reply is found again.',
      }),
    ),
  },
  closed,
);

export const BatchResultsQuery = Type.Object(
  {
    from: Type.Optional(
      int32(0, { maximum: itemsMax - 1, description: 'The index of the first line; 0 where it is left out.' }),
    ),
    limit: Type.Optional(
      int32(1, { maximum: resultsMax, description: `Lines at most; ${resultsMax} where it is left out.` }),
    ),
  },
  closed,
);

export type Batch = Static<typeof Batch>;
export type BatchList = Static<typeof BatchList>;
export type BatchListQuery = Static<typeof BatchListQuery>;
export type BatchQuote = Static<typeof BatchQuote>;
export type BatchRequest = Static<typeof BatchRequest>;
export type BatchSummary = Static<typeof BatchSummary>;
