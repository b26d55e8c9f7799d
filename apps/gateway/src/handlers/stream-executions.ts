/** The states of all executions of the project as they come, each as a poll says it: first what is open, then what changes. */
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';

export const streamExecutions =
  ({ projectStreams }: Pick<Dependencies, 'projectStreams'>): Handler<'streamExecutions'> =>
  ({ identity, query: { tool }, lastEventId }) => ({
    status: 200,
    feed: (stream) => projectStreams.open(stream, { projectId: identity.project.id, tool, after: lastEventId ?? null }),
  });
