/** Negotiated price terms of single projects. */
import { entryProblems, LIST_PRICE, onTerms, overlaid, PRICE_TABLE } from '@farebox/catalog';
import { invalidRequest } from '@farebox/contract';
import * as prices from '@farebox/prices';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { instantOf, PREVIEWED, toldOf, toolsOf, wirePreview, wireTerms } from '../wire-prices.ts';

const CODE = PRICE_TABLE.tools;

export const listProjectPrices =
  ({ prices: stored }: Pick<OperatorDependencies, 'prices'>): Read<'listProjectPrices'> =>
  async ({ params, query }) => {
    const read = async (limit: number) =>
      (await stored.listTerms({ ...params, ...query, limit })).map((each) => ({
        ...each,
        id: each.version,
      }));
    const { items, nextBefore } = await pageOf(query, read);
    return { terms: items.map(wireTerms), nextBefore };
  };

export const publishProjectPrices: Act<'publishProjectPrices'> = async (transaction, { params, body, caller }) => {
  const { before, after } = await prices.publishTerms(transaction, {
    ...params,
    basisPoints: body.basisPoints ?? LIST_PRICE,
    tools: toolsOf(body.tools ?? {}),
    effectiveAt: instantOf(body.effectiveAt),
    isConfirmed: body.confirm ?? false,
    unitChanges: body.unitChanges ?? [],
    by: caller.subject,
    code: CODE,
  });
  return { data: wireTerms(after), entry: toldOf(before, after) };
};

export const previewProjectPrices =
  ({ prices: stored }: Pick<OperatorDependencies, 'prices'>): Read<'previewProjectPrices'> =>
  async ({ params: { projectId }, body }) => {
    const tools = toolsOf(body.tools ?? {});
    const problems = entryProblems(tools, CODE, { isWhole: false });
    if (Object.keys(problems).length > 0) throw invalidRequest(problems);
    const current = (await stored.currentTable())?.prices ?? PRICE_TABLE;
    const list = { ...current, tools: overlaid(current.tools, CODE) };
    const terms = onTerms({ basisPoints: body.basisPoints ?? LIST_PRICE, tools }, list);
    // Reads the executions of one project, in either environment.
    const executions = await stored.lastExecutions({
      projectId,
      environment: 'live',
      limit: PREVIEWED,
    });
    return wirePreview(prices.preview(executions, () => terms.tools));
  };

export const cancelProjectPrices: Act<'cancelProjectPrices'> = async (
  transaction,
  { params: { projectId, priceVersion } },
) => {
  const { before, after } = await prices.cancelTerms(transaction, projectId, priceVersion);
  return { data: wireTerms(after), entry: toldOf(before, after) };
};
