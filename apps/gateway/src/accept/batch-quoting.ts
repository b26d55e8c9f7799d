/**
 * The items of a batch → one binding quote. A thousand take as long as many requests, so they are quoted in turns: what other clients ask
 * is answered in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProviderName } from '@farebox/catalog';
import { AppError, type FieldProblems, type JsonObject } from '@farebox/contract';
import { type Micros, invariant, sumMicros } from '@farebox/kernel';
import { askedTool, factsOf, type QuoteNeeds, type RequestQuote } from './quoting.ts';

/** Quoted before anybody else has a turn: a few milliseconds of the largest pipelines. */
const TURN = 25;

interface BatchInput {
  readonly projectId: string;
  readonly tool: string;
  readonly items: readonly { readonly arguments: JsonObject }[];
}

export interface WholeQuote {
  /** Of each item, in their order. */
  readonly quotes: readonly RequestQuote[];
  readonly tool: string;
  readonly priceVersion: string;
  readonly quotedVersion: string;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  readonly isAvailable: boolean;
  readonly providers: readonly (readonly ProviderName[])[];
}

/** Throws AppError of the first item that is wrong, which names its place. Free of side effects, and one look-up for all files. */
export async function quoteBatch(needs: QuoteNeeds, { projectId, tool, items }: BatchInput): Promise<WholeQuote> {
  const ask = await askedTool(needs, { projectId, tool });
  const asked = await inTurns(items, ({ arguments: input }, index) => placed(index, () => ask(input)));
  const facts = await factsOf(needs, projectId, [...new Set(asked.flatMap(({ fileIds }) => fileIds))]);
  return wholeOf(await inTurns(asked, ({ quote }, index) => placed(index, () => quote(facts))));
}

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % TURN === 0) await nextTurn();
    done.push(work(item, index));
  }
  return done;
}

function wholeOf(quotes: readonly RequestQuote[]): WholeQuote {
  const [first] = quotes;
  invariant(first !== undefined, 'a batch has an item');
  const { tool, priceVersion, quotedVersion } = first;
  const providers = new Map(quotes.flatMap((quote) => quote.providers).map((each) => [each.join(), each]));
  return {
    quotes,
    tool,
    priceVersion,
    quotedVersion,
    minimumMicros: sumMicros(quotes.map(({ minimumMicros }) => minimumMicros)),
    maximumMicros: sumMicros(quotes.map(({ maximumMicros }) => maximumMicros)),
    isAvailable: quotes.every(({ availability }) => availability.available),
    providers: [...providers.values()],
  };
}

function placed<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // A tool that is not there is no item's fault.
    if (!(error instanceof AppError) || error.message === 'tool_not_found') throw error;
    const fields = (error.details?.['fields'] ?? { '/arguments': error.message }) as FieldProblems;
    throw new AppError(error.message, { details: { ...error.details, index, fields: inItem(index, fields) } });
  }
}

const inItem = (index: number, fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([pointer, reason]) => [`/items/${index}${pointer}`, reason]));
