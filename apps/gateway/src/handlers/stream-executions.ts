/** Streams the states of all executions of the project, each as a poll returns it: first the open ones, then each change. */
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { tenantOf } from '../endpoint/share.ts';

export const streamExecutions =
  ({ projectStreams }: Pick<Dependencies, 'projectStreams'>): Handler<'streamExecutions'> =>
  ({ identity, query: { tool }, lastEventId }) => ({
    status: 200,
    feed: (stream) => projectStreams.open(stream, { tenant: tenantOf(identity), tool, after: lastEventId ?? null }),
  });
