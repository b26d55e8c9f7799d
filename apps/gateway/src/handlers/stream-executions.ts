/** Streams the states of all executions of the project, each as a poll returns it: first the open ones, then each change. */
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { FeedResult, RouteRequest } from '../endpoint/handler.ts';
import { tenantOf } from '../endpoint/share.ts';

type Asked = Pick<RouteRequest<'streamExecutions'>, 'identity' | 'query' | 'lastEventId'>;

export const streamExecutions =
  ({ projectStreams }: Pick<Dependencies, 'projectStreams'>) =>
  ({ identity, query: { tool }, lastEventId }: Asked): FeedResult => ({
    status: 200,
    feed: (stream) => projectStreams.open(stream, { tenant: tenantOf(identity), tool, after: lastEventId ?? null }),
  });
