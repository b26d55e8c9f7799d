/** Wire schemas of batches: many executions of one tool under one quote, one maximum charge and one idempotency key. */
import { Type, type Static } from 'typebox';
import { BATCH_LIMITS, LIMITS } from '../limits.ts';
import { AskedPriceVersion, AskedTool, Blockers, QuotedModel, ToolArguments } from './catalog.ts';
import { EXECUTION_STATUSES, type ExecutionStatus } from './execution-states.ts';
import {
  UsDollars,
  MicrosJson,
  PriceVersion,
  QuotedPriceVersion,
  Timestamp,
  ToolName,
  closed,
  described,
  idOf,
  int32,
  list,
  named,
  nullable,
} from './primitives.ts';

const { itemsMax, resultsMax } = BATCH_LIMITS;

const BatchId = idOf('BatchId', 'bat', 'a batch');

const Item = Type.Object({ arguments: ToolArguments }, named('BatchItem', 'The input of one execution.'));
const asked = {
  tool: AskedTool,
  items: Type.Array(Item, { minItems: 1, maxItems: itemsMax, description: 'The inputs; each becomes one execution.' }),
};

export const BatchQuoteRequest = Type.Object(asked, named('BatchQuoteRequest', 'A tool and the inputs to quote.'));

export const BatchRequest = Type.Object(
  {
    ...asked,
    priceVersion: AskedPriceVersion,
    maximumChargeMicros: described(
      MicrosJson,
      'The `maximumChargeMicros` of the quote, in micro-units of USD: held when the batch is accepted.',
    ),
  },
  named(
    'BatchRequest',
    'The quoted tool and inputs, the price version of the quote, and the maximum charge for the whole batch.',
  ),
);

const ItemQuote = Type.Object(
  {
    model: QuotedModel,
    minimumChargeMicros: described(
      MicrosJson,
      'The least that a success of this execution costs, in micro-units of USD.',
    ),
    maximumChargeMicros: described(MicrosJson, 'The most that this execution can cost, in micro-units of USD.'),
  },
  named('BatchItemQuote', 'The least and the most that one execution can cost.'),
);

export const BatchQuote = Type.Object(
  {
    tool: described(ToolName, 'The quoted tool or template.'),
    priceVersion: described(QuotedPriceVersion, 'Send it with the batch: a price change since the quote is refused.'),
    currency: UsDollars,
    minimumChargeMicros: described(MicrosJson, 'The sum of the minimum charges, in micro-units of USD.'),
    maximumChargeMicros: described(
      MicrosJson,
      'The sum of the maximum charges, in micro-units of USD. Send it with the batch.',
    ),
    items: list(ItemQuote, itemsMax, 'The quote of each execution, in the order of the request.'),
    blockers: Blockers,
  },
  named('BatchQuote', 'The most that the executions can cost together and, in the order of the request, each of them.'),
);

const itemCount = (description: string) => int32(0, { maximum: itemsMax, description });

const summary = {
  id: described(BatchId, 'Identifies the batch in later requests.'),
  tool: described(ToolName, 'The tool or template of all executions.'),
  priceVersion: described(PriceVersion, 'The price table that applies to all executions until they end.'),
  currency: UsDollars,
  executionCount: itemCount('The number of executions in the batch.'),
  minimumChargeMicros: described(
    MicrosJson,
    'What the batch costs at least if all executions succeed, in micro-units of USD.',
  ),
  maximumChargeMicros: described(MicrosJson, 'The most that the batch can cost, in micro-units of USD.'),
  cancelRequested: Type.Boolean({ description: 'Whether the batch was cancelled as a whole.' }),
  createdAt: described(Timestamp, 'When the batch was accepted.'),
};

/** The field name of a status. */
export type CountedStatus = Exclude<ExecutionStatus, 'needs_review'> | 'needsReview';
export const countedAs = (status: ExecutionStatus): CountedStatus =>
  status === 'needs_review' ? 'needsReview' : status;

const Counts = Type.Object(
  Object.fromEntries(
    EXECUTION_STATUSES.map((status) => [countedAs(status), itemCount(`Executions that are \`${status}\`.`)]),
  ) as Record<CountedStatus, ReturnType<typeof itemCount>>,
  named('BatchCounts', 'The number of executions by status. The counts add up to `executionCount`.'),
);

const BatchSummary = Type.Object(summary, named('BatchSummary', 'A batch in a list.'));

export const Batch = Type.Object(
  {
    ...summary,
    counts: described(Counts, 'The number of executions in each status.'),
    chargedMicros: described(MicrosJson, 'Charged so far for executions that have ended, in micro-units of USD.'),
    finishedAt: nullable(Timestamp, 'When the last execution ended; null while one is open.'),
  },
  named(
    'Batch',
    'Executions that were accepted together. `chargedMicros` is the sum charged so far for those that have ended. `finishedAt` is when the last execution ended; null while one is open.',
  ),
);

export const BatchList = Type.Object(
  {
    batches: list(BatchSummary, LIMITS.listMax, 'The batches of this page, newest first.'),
    nextBefore: nullable(BatchId, 'Pass it as `before` for the next page; null on the last page.'),
  },
  named('BatchList', 'A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page.'),
);

export const BatchListQuery = Type.Object(
  {
    limit: Type.Optional(
      int32(LIMITS.listMin, {
        maximum: LIMITS.listMax,
        description: `The number of batches on a page. Default ${LIMITS.listDefault}.`,
      }),
    ),
    before: Type.Optional(
      Type.String({
        pattern: '^bat_[0-9a-z]{26}$',
        maxLength: 30,
        description: 'A batch id. The page begins with the next older batch.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'Returns only the batch that was accepted under this key. Use it after a lost response.',
      }),
    ),
  },
  closed,
);

export const BatchResultsQuery = Type.Object(
  {
    from: Type.Optional(
      int32(0, { maximum: itemsMax - 1, description: 'The index of the first execution to return. Default 0.' }),
    ),
    limit: Type.Optional(
      int32(1, { maximum: resultsMax, description: `The maximum number of lines. Default ${resultsMax}.` }),
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
