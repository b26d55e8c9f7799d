/** Returns a page of the project's executions, newest first. */
import { invalidRequest, LIMITS } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';

export const listExecutions =
  ({ executions }: Pick<Dependencies, 'executions'>): Handler<'listExecutions'> =>
  async ({ identity, query: { limit, ...filters } }) => {
    const page = await executions.list({
      ...filters,
      projectId: identity.project.id,
      limit: limit ?? LIMITS.listDefault,
    });
    if (page === 'unknown_before') throw invalidRequest({ 'query:before': 'is not an execution of this project' });
    return { status: 200, data: page };
  };
