/** What the streams of projects share: the watch of projects, and the turn in which they read, so that any number of them takes one connection at most. */
import type { ExecutionRef, ProjectLogReader, WatchedReader } from '@tollgate/executions';
import { createSemaphore } from '@tollgate/kernel';
import type { EventStream } from './event-stream.ts';
import { createProjectStream } from './project-stream.ts';
import type { ProjectWatch } from './project-watch.ts';

export interface ProjectStreams {
  /** Feeds the stream until what it returns is called. */
  readonly open: (stream: EventStream, asked: AskedStream) => () => void;
}

export interface AskedStream {
  readonly projectId: string;
  readonly tool: string | undefined;
  /** As it was sent; null: from now on. */
  readonly after: string | null;
}

export interface ProjectStreamsOptions {
  readonly log: Pick<ProjectLogReader, 'begin'>;
  readonly reader: Pick<WatchedReader, 'read'>;
  readonly projects: Pick<ProjectWatch, 'listen'>;
}

export function createProjectStreams({ log, reader, projects }: ProjectStreamsOptions): ProjectStreams {
  const turn = createSemaphore(1);
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await turn.take();
    try {
      return await work();
    } finally {
      turn.give();
    }
  };
  return {
    open(stream, { projectId, tool, after }) {
      const own = createProjectStream({
        stream,
        tool,
        begin: () => inTurn(() => log.begin(projectId, after)),
        read: (ids) => inTurn(() => reader.read(ids.map((id): ExecutionRef => ({ projectId, id })))),
      });
      const leave = projects.listen(projectId, own);
      return () => {
        leave();
        own.close();
      };
    },
  };
}
