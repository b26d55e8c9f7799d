/** Price tables of the platform. */
import { entryProblems, overlaid, PRICE_TABLE } from '@farebox/catalog';
import { invalidRequest } from '@farebox/contract';
import * as prices from '@farebox/prices';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { present } from '../path.ts';
import { instantOf, PREVIEWED, toldOf, toolsOf, wirePreview, wirePublished, wireTools } from '../wire-prices.ts';

const CODE = PRICE_TABLE.tools;

export const listPrices =
  ({ prices: stored }: Pick<OperatorDependencies, 'prices'>): Read<'listPrices'> =>
  async ({ query }) => {
    const read = async (limit: number) =>
      (await stored.listTables({ ...query, limit })).map((table) => ({ ...table, id: table.version }));
    const { items, nextBefore } = await pageOf(query, read);
    return { tables: items.map(wirePublished), nextBefore };
  };

export const getPrices =
  ({ prices: stored }: Pick<OperatorDependencies, 'prices'>): Read<'getPrices'> =>
  async ({ params }) => {
    const table = present(await stored.findTable(params.priceVersion), 'price_version');
    return { ...wirePublished(table), tools: wireTools(table.prices.tools) };
  };

export const getCurrentPrices =
  ({ prices: stored }: Pick<OperatorDependencies, 'prices'>): Read<'getCurrentPrices'> =>
  async () => {
    const table = present(await stored.currentTable(), 'price_version');
    return { ...wirePublished(table), tools: wireTools(table.prices.tools) };
  };

export const publishPrices: Act<'publishPrices'> = async (transaction, { body, caller }) => {
  const { before, after } = await prices.publishTable(transaction, {
    tools: toolsOf(body.tools),
    effectiveAt: instantOf(body.effectiveAt),
    isConfirmed: body.confirm ?? false,
    unitChanges: body.unitChanges ?? [],
    by: caller.subject,
    code: CODE,
  });
  return { data: wirePublished(after), entry: toldOf(before, after) };
};

export const previewPrices =
  ({ prices: stored }: Pick<OperatorDependencies, 'prices'>): Read<'previewPrices'> =>
  async ({ body }) => {
    const tools = toolsOf(body.tools);
    const problems = entryProblems(tools, CODE, { isWhole: true });
    if (Object.keys(problems).length > 0) throw invalidRequest(problems);
    const { environment = 'live' } = body;
    const executions = await stored.lastExecutions({ projectId: null, environment, limit: PREVIEWED });
    // Priced as an accept would: with tools that only the code has, and with each project's terms.
    const list = { ...PRICE_TABLE, tools: overlaid(tools, CODE) };
    const projectIds = executions.map(({ projectId }) => projectId);
    return wirePreview(prices.preview(executions, await stored.pricesOnTerms(projectIds, list)));
  };

export const cancelPrices: Act<'cancelPrices'> = async (transaction, { params }) => {
  const { before, after } = await prices.cancelTable(transaction, params.priceVersion);
  return { data: wirePublished(after), entry: toldOf(before, after) };
};
