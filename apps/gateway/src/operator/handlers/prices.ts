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
  ({ database }: OperatorDependencies): Read<'listPrices'> =>
  async ({ query }) => {
    const read = async (limit: number) =>
      (await prices.listTables(database.prisma, { ...query, limit })).map((table) => ({ ...table, id: table.version }));
    const { items, nextBefore } = await pageOf(query, read);
    return { tables: items.map(wirePublished), nextBefore };
  };

export const getPrices =
  ({ database }: OperatorDependencies): Read<'getPrices'> =>
  async ({ params }) => {
    const table = present(await prices.findTable(database.prisma, params.priceVersion));
    return { ...wirePublished(table), tools: wireTools(table.prices.tools) };
  };

export const getCurrentPrices =
  ({ database }: OperatorDependencies): Read<'getCurrentPrices'> =>
  async () => {
    const table = present(await prices.currentTable(database.prisma));
    return { ...wirePublished(table), tools: wireTools(table.prices.tools) };
  };

export const publishPrices =
  (_: OperatorDependencies): Act<'publishPrices'> =>
  async (transaction, { body, caller }) => {
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
  ({ database }: OperatorDependencies): Read<'previewPrices'> =>
  async ({ body }) => {
    const tools = toolsOf(body.tools);
    const problems = entryProblems(tools, CODE, { isWhole: true });
    if (Object.keys(problems).length > 0) throw invalidRequest(problems);
    const { environment = 'live' } = body;
    const executions = await prices.lastExecutions(database.prisma, { projectId: null, environment, limit: PREVIEWED });
    // As they would be accepted: what the program sells besides, and each project's terms.
    const list = { ...PRICE_TABLE, tools: overlaid(tools, CODE) };
    const projectIds = executions.map(({ projectId }) => projectId);
    return wirePreview(prices.preview(executions, await prices.pricesOnTerms(database.prisma, projectIds, list)));
  };

export const cancelPrices =
  (_: OperatorDependencies): Act<'cancelPrices'> =>
  async (transaction, { params }) => {
    const { before, after } = await prices.cancelTable(transaction, params.priceVersion);
    return { data: wirePublished(after), entry: toldOf(before, after) };
  };
