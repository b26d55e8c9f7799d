/** Returns an execution of the project. An execution of another project is not found. */
import { AppError } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { Handler } from '../endpoint/handler.ts';
import { executionResult } from '../endpoint/execution-result.ts';

export const getExecution =
  ({ executions, waits }: Pick<Dependencies, 'executions' | 'waits'>): Handler<'getExecution'> =>
  async (call) => {
    const execution = await executions.get(call.identity.project.id, call.params.id);
    if (execution === null) throw new AppError('execution_not_found', { details: LISTED_AT.execution_not_found });
    return await waits.answered(call, execution, executionResult);
  };
