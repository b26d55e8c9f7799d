/** Streams the states of one execution, each as a poll returns it. */
import { AppError } from '@farebox/contract';
import { isTerminal } from '@farebox/executions';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { FeedResult, RouteRequest } from '../endpoint/handler.ts';
import { stateFeed } from '../endpoint/state-feed.ts';

type Asked = Pick<RouteRequest<'streamExecution'>, 'identity' | 'params' | 'lastEventId'>;

export const streamExecution =
  ({ executions, watch }: Pick<Dependencies, 'executions' | 'watch'>) =>
  async ({ identity, params, lastEventId }: Asked): Promise<FeedResult> => {
    const projectId = identity.project.id;
    const current = await executions.get(projectId, params.id);
    if (current === null) throw new AppError('execution_not_found', { details: LISTED_AT.execution_not_found });
    return stateFeed({
      event: 'execution',
      current,
      isLast: ({ status }) => isTerminal(status),
      follow: (listener) => watch.follow({ projectId, id: current.id }, listener),
      lastEventId,
    });
  };
