/** One execution of the project. One of another project answers like one that does not exist. */
import { AppError } from '@tollgate/contract';
import type { Dependencies } from '../call/dependencies.ts';
import type { Handler } from '../call/endpoint.ts';
import { executionResult } from '../call/execution-result.ts';

export const getExecution =
  ({ executions }: Pick<Dependencies, 'executions'>): Handler<'getExecution'> =>
  async ({ identity, params }) => {
    const execution = await executions.get(identity.project.id, params.id);
    if (execution === null) throw new AppError('execution_not_found');
    return executionResult(execution);
  };
