/** Makes a free, binding quote. It writes nothing; `blockers` lists why an execution would be refused at this moment. */
import type { Blocker, Quote as WireQuote } from '@farebox/contract';
import { microsToJson } from '@farebox/kernel';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { blockersOf } from '../accept/blockers.ts';
import { quoteFor, type RequestQuote } from '../accept/quoting.ts';
import { checkedBody } from '../endpoint/validation.ts';

type Needs = Pick<
  Dependencies,
  'offers' | 'circuits' | 'executionEnabled' | 'files' | 'storeWatch' | 'templates' | 'usage'
>;

export const createQuote =
  (needs: Needs): Handler<'createQuote'> =>
  async ({ identity, body }) => {
    const request = checkedBody('createQuote', body);
    const { id: projectId } = identity.project;
    const catalog = await needs.offers.catalogOf(identity.project);
    const quote = await quoteFor({ ...needs, catalog }, { ...request, projectId });
    return {
      status: 200,
      data: wireQuote(
        quote,
        await blockersOf(needs, identity, { ...quote, isAvailable: quote.availability.available }),
      ),
    };
  };

function wireQuote(quote: RequestQuote, blockers: Blocker[]): WireQuote {
  return {
    tool: quote.tool,
    model: quote.model,
    priceVersion: quote.quotedVersion,
    currency: 'USD',
    minimumChargeMicros: microsToJson(quote.minimumMicros),
    maximumChargeMicros: microsToJson(quote.maximumMicros),
    breakdown: quote.breakdown.map((line) => ({
      description: line.description,
      unit: line.unit,
      quantity: line.quantity,
      amountMicros: microsToJson(line.amountMicros),
      unitPriceMicros: microsToJson(line.unitPriceMicros),
    })),
    blockers,
  };
}
