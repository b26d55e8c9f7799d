/** Reads many executions of the project in one request. Missing ones and those of other projects are left out. */
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { checkedBody } from '../endpoint/validation.ts';
import { retryAfterOf } from '../endpoint/execution-result.ts';

export const readExecutions =
  ({ executions }: Pick<Dependencies, 'executions'>): Handler<'readExecutions'> =>
  async ({ identity, body }) => {
    const ids = [...new Set(checkedBody('readExecutions', body).ids)];
    const read = await Promise.all(ids.map((id) => executions.get(identity.project.id, id)));
    const found = read.filter((execution) => execution !== null);
    return { status: 200, data: { executions: found }, ...retryAfterOf(found) };
  };
