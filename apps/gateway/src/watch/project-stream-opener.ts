/**
 * Shared by the streams of projects: the watch of projects, one turn for all reads, so that any number of streams uses at most
 * one connection, and the results of equal reads.
 */
import type { ExecutionRef, LogBeginning, ProjectLogReader, WatchedReader } from '@farebox/executions';
import { createSemaphore } from '@farebox/kernel';
import type { EventStream } from './event-stream.ts';
import { createProjectStream, type ReadState } from './project-stream.ts';
import type { ProjectLogPoller } from './project-log-poller.ts';
import { createSharedReads } from './shared-reads.ts';

export interface ProjectStreamOpener {
  /** Feeds the stream until the returned function is called. */
  readonly open: (stream: EventStream, asked: AskedStream) => () => void;
}

export interface AskedStream {
  /** The names of its organization and its project. */
  readonly tenant: readonly [organizationId: string, projectId: string];
  readonly tool: string | undefined;
  /** `Last-Event-ID`, unparsed; null: from now on. */
  readonly after: string | null;
}

export interface ProjectStreamOpenerOptions {
  readonly log: Pick<ProjectLogReader, 'begin'>;
  readonly reader: Pick<WatchedReader, 'read'>;
  readonly projects: Pick<ProjectLogPoller, 'listen'>;
}

export function createProjectStreamOpener({ log, reader, projects }: ProjectStreamOpenerOptions): ProjectStreamOpener {
  const turn = createSemaphore({ slots: 1 });
  const begins = createSharedReads<LogBeginning>(turn);
  const reads = createSharedReads<ReadonlyMap<string, ReadState>>(turn);
  async function statesOf(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ReadState>> {
    const states = await reader.read(ids.map((id): ExecutionRef => ({ projectId, id })));
    return new Map([...states].map(([id, state]) => [id, { state, data: JSON.stringify(state) }]));
  }
  return {
    open(stream, { tenant, tool, after }) {
      const [, projectId] = tenant;
      const own = createProjectStream({
        stream,
        tool,
        begin: () =>
          begins({ tenant, about: JSON.stringify([projectId, after]), read: () => log.begin(projectId, after) }),
        read: (ids) =>
          reads({ tenant, about: JSON.stringify([projectId, ...ids]), read: () => statesOf(projectId, ids) }),
      });
      const leave = projects.listen(projectId, own);
      return () => {
        leave();
        own.close();
      };
    },
  };
}
