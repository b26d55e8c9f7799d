/** A page of the project's executions, newest first. */
import { invalidRequest, LIMITS } from '@tollgate/contract';
import type { Dependencies } from '../dependencies.ts';
import type { Handler } from '../endpoint.ts';

export const listExecutions =
  ({ catalog, executions }: Pick<Dependencies, 'catalog' | 'executions'>): Handler<'listExecutions'> =>
  async ({ identity, query: { limit, ...filters } }) => {
    const isTool = filters.tool === undefined || catalog.tools.some(({ name }) => name === filters.tool);
    if (!isTool) throw invalidRequest({ '/tool': 'is no tool of the catalog' });
    const page = await executions.list({
      ...filters,
      projectId: identity.project.id,
      limit: limit === undefined ? LIMITS.listDefault : Number(limit),
    });
    if (page === 'unknown_before') throw invalidRequest({ '/before': 'is not an execution of this project' });
    return { status: 200, data: page };
  };
