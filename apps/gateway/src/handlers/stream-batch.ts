/** Streams the states of one batch, each as a poll returns it. */
import { AppError } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { FeedResult, RouteRequest } from '../endpoint/handler.ts';
import { tenantOf } from '../endpoint/share.ts';
import { stateFeed } from '../endpoint/state-feed.ts';

type Asked = Pick<RouteRequest<'streamBatch'>, 'identity' | 'params' | 'lastEventId'>;

export const streamBatch =
  ({ batches, batchFollower }: Pick<Dependencies, 'batches' | 'batchFollower'>) =>
  async ({ identity, params, lastEventId }: Asked): Promise<FeedResult> => {
    const tenant = tenantOf(identity);
    const current = await batches.get(tenant[1], params.id);
    if (current === null) throw new AppError('batch_not_found', { details: LISTED_AT.batch_not_found });
    return stateFeed({
      event: 'batch',
      current,
      isLast: ({ finishedAt }) => finishedAt !== null,
      follow: (listener) => batchFollower.follow({ tenant, id: current.id }, listener),
      lastEventId,
    });
  };
