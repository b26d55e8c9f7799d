/** One execution of the project. One of another project answers like one that does not exist. */
import { AppError } from '@tollgate/contract';
import type { Dependencies } from '../dependencies.ts';
import type { Handler } from '../endpoint.ts';
import { executionAnswer } from '../execution-answer.ts';

export const getExecution =
  ({ executions }: Pick<Dependencies, 'executions'>): Handler<'getExecution'> =>
  async ({ identity, params }) => {
    const execution = await executions.get(identity.project.id, params.id);
    if (execution === null) throw new AppError('execution_not_found');
    return executionAnswer(execution);
  };
