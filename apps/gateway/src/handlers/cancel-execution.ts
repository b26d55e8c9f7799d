/** Cancels an execution, with the key that created it or as an ADMIN of the project. */
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { executionResult } from '../endpoint/execution-result.ts';
import { refusedCancel } from '../endpoint/forms.ts';
import { checkedBody } from '../endpoint/validation.ts';

const CANCEL_ERRORS = {
  not_found: 'execution_not_found',
  forbidden: 'execution_cancel_forbidden',
  already_finished: 'execution_already_finished',
} as const;

export const cancelExecution =
  ({ executions, follow }: Pick<Dependencies, 'executions' | 'follow'>): Handler<'cancelExecution'> =>
  async ({ identity: { project, key, member }, requestId, params, body }) => {
    checkedBody('cancelExecution', body);
    const outcome = await executions.requestCancel({
      projectId: project.id,
      id: params.id,
      keyLineage: key.lineage,
      role: member.role,
    });
    if ('execution' in outcome) {
      const { id: executionId, status, statusReason: reason } = outcome.execution;
      const ids = { projectId: project.id, executionId, requestId };
      if (outcome.kind === 'requested') follow('execution cancel requested', ids);
      if (outcome.kind === 'cancelled') follow('execution ended', { ...ids, status, reason, chargedMicros: 0 });
      return executionResult(outcome.execution);
    }
    throw refusedCancel(CANCEL_ERRORS[outcome.kind], params.id, member.role);
  };
