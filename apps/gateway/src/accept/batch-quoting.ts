/**
 * Quotes the items of a batch together. A thousand items take as long as many requests, so they are quoted in groups, and
 * requests of other clients are handled in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { distinctVersions, ownVersionOf, type ProviderName } from '@farebox/catalog';
import { AppError, type FieldProblems, type JsonObject } from '@farebox/contract';
import { type Micros, invariant, sumMicros } from '@farebox/kernel';
import { askedTool, factsOf, quotedVersionOf, type QuoteNeeds, type RequestQuote } from './quoting.ts';

/** Items per turn of the event loop: a few milliseconds for the largest pipelines. */
const TURN = 25;

interface BatchInput {
  readonly projectId: string;
  readonly tool: string;
  readonly items: readonly { readonly arguments: JsonObject }[];
}

export interface WholeQuote {
  /** One quote per item, in the order of the items. */
  readonly quotes: readonly RequestQuote[];
  readonly tool: string;
  /** The version of the whole batch: it names every version of an own tool that any item uses. */
  readonly priceVersion: string;
  readonly quotedVersion: string;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  /** Why an item cannot run in this deployment; null if all can. */
  readonly unavailable: string | null;
  readonly providers: readonly (readonly ProviderName[])[];
  readonly needsStore: boolean;
}

/** Throws AppError for the first wrong item, with its index. Has no side effects; one query reads the facts of all files. */
export async function quoteBatch(needs: QuoteNeeds, { projectId, tool, items }: BatchInput): Promise<WholeQuote> {
  const ask = await askedTool(needs, { projectId, tool });
  const asked = await inTurns(items, ({ arguments: input }, index) => withIndex(index, () => ask(input)));
  const facts = await factsOf(needs, projectId, [...new Set(asked.flatMap(({ fileIds }) => fileIds))]);
  return wholeOf(await inTurns(asked, ({ quote }, index) => withIndex(index, () => quote(facts))));
}

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % TURN === 0) await nextTurn();
    done.push(work(item, index));
  }
  return done;
}

/** Amounts are JSON numbers. */
const CHARGE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

function wholeOf(quotes: readonly RequestQuote[]): WholeQuote {
  const [first] = quotes;
  invariant(first !== undefined, 'a batch has an item');
  const { tool, basePriceVersion, templateVersion } = first;
  const priceVersion = ownVersionOf(basePriceVersion, distinctVersions(quotes.flatMap(({ ownTools }) => ownTools)));
  const maximumMicros = sumMicros(quotes.map((quote) => quote.maximumMicros));
  if (maximumMicros > CHARGE_MAX)
    throw new AppError('invalid_arguments', { details: { fields: { '/items': 'may cost more than one batch can' } } });
  const providers = new Map(quotes.flatMap((quote) => quote.providers).map((each) => [each.join(), each]));
  return {
    quotes,
    tool,
    priceVersion,
    quotedVersion: quotedVersionOf(priceVersion, templateVersion),
    minimumMicros: sumMicros(quotes.map(({ minimumMicros }) => minimumMicros)),
    maximumMicros,
    unavailable: quotes.map(unavailabilityOf).find((reason) => reason !== null) ?? null,
    providers: [...providers.values()],
    needsStore: quotes.some((quote) => quote.needsStore),
  };
}

const unavailabilityOf = ({ availability }: RequestQuote): string | null =>
  availability.available ? null : availability.reason;

function withIndex<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // A missing tool concerns the whole batch, not this item.
    if (!(error instanceof AppError) || error.message === 'tool_not_found') throw error;
    const fields = (error.details?.['fields'] ?? { '/arguments': error.message }) as FieldProblems;
    throw new AppError(error.message, { details: { ...error.details, index, fields: inItem(index, fields) } });
  }
}

const inItem = (index: number, fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([pointer, reason]) => [`/items/${index}${pointer}`, reason]));
