/** Streams the states of one execution, each as a poll returns it: the current one at once, and the end event after the last. */
import { hash } from 'node:crypto';
import { AppError, type Execution } from '@farebox/contract';
import { isTerminal } from '@farebox/executions';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { FeedResult, RouteRequest } from '../endpoint/handler.ts';

type Asked = Pick<RouteRequest<'streamExecution'>, 'identity' | 'params' | 'lastEventId'>;

export const streamExecution =
  ({ executions, watch }: Pick<Dependencies, 'executions' | 'watch'>) =>
  async ({ identity, params, lastEventId }: Asked): Promise<FeedResult> => {
    const projectId = identity.project.id;
    const execution = await executions.get(projectId, params.id);
    if (execution === null) throw new AppError('execution_not_found', { details: LISTED_AT.execution_not_found });
    return {
      status: 200,
      feed(stream) {
        let told = lastEventId;
        const tell = (state: Execution): void => {
          const data = JSON.stringify(state);
          const id = hash('sha256', data, 'base64url').slice(0, 22);
          if (id !== told) stream.send('execution', { event: 'execution', id, data });
          told = id;
          if (!isTerminal(state.status)) return;
          unfollow();
          stream.send('end', { event: 'end', data: '{}' });
          stream.end();
        };
        let unfollow = (): void => {};
        if (!isTerminal(execution.status)) unfollow = watch.follow({ projectId, id: execution.id }, tell);
        tell(execution);
        return () => unfollow();
      },
    };
  };
