/**
 * Watches the projects that have listeners, once for all listeners of a project: every second it reads the new entries of
 * their logs, and in between the watch of executions delivers changes of open ones. It decides nothing and holds no connection
 * between two queries. If the database does not answer, it retries from the same position: no listener and no entry is lost.
 */
import type { Execution } from '@farebox/contract';
import {
  LOG_ENTRIES_MAX,
  LOG_OPEN_MAX,
  LOG_PROJECTS_MAX,
  type ExecutionRef,
  type LogEntry,
  type LogPosition,
  type ProjectLogReader,
  WATCHED_READ_MAX,
  type WatchedReader,
} from '@farebox/executions';
import type { Logger } from '@farebox/telemetry';
import { createProjectChanges, type ProjectChanges } from './project-changes.ts';
import type { ExecutionPoller } from './execution-poller.ts';
import { chunksOf } from './chunks.ts';

export interface ProjectListener {
  /** Gets a state that may differ from the previous one. @param data the state as JSON. */
  readonly changed: (state: Execution, data: string) => void;
  /** Every log entry up to this position was delivered, or is older than the listener. */
  readonly reached: (position: LogPosition) => void;
  /** The position no longer exists, so the listener cannot continue and is removed. */
  readonly lost: () => void;
}

export interface ProjectLogPoller {
  /**
   * Adds a listener until the returned function is called. From its first `reached` on no change is missed.
   */
  readonly listen: (projectId: string, listener: ProjectListener) => () => void;
  /** Stops calling all listeners. */
  readonly close: () => void;
}

export interface ProjectLogPollerOptions {
  readonly log: ProjectLogReader;
  readonly reader: Pick<WatchedReader, 'read'>;
  readonly watch: Pick<ExecutionPoller, 'follow'>;
  readonly logger: Pick<Logger, 'warn'>;
}

const EVERY_MS = 1_000;
/** Maximum number of projects that one round reads; if there are more, each is read less often. */
const PROJECTS_A_ROUND = 2 * LOG_PROJECTS_MAX;
/** Followed executions per gateway; beyond it only accepts and ends are delivered. */
const FOLLOWED_MAX = 5_000;
const UNREADABLE = 'watched projects cannot be read; the watch retries';

interface Project {
  readonly id: string;
  readonly listeners: Set<ProjectListener>;
  readonly changes: ProjectChanges;
  /** Null until the first read. */
  position: LogPosition | null;
}

export function createProjectLogPoller(options: ProjectLogPollerOptions): ProjectLogPoller {
  const projects = new Map<string, Project>();
  const slots = { left: FOLLOWED_MAX };
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isClosed = false;

  function schedule(ms: number): void {
    if (timer !== undefined || isClosed || projects.size === 0) return;
    timer = setTimeout(() => void round(), ms);
  }

  async function round(): Promise<void> {
    let isMore = false;
    try {
      for (const project of projects.values()) if (project.position === null) await begin(project);
      for (const some of chunksOf(turnOf(projects), LOG_PROJECTS_MAX)) {
        const seen = await look(options, some);
        for (const project of seen.lost) lose(project);
        isMore ||= seen.isMore;
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) options.logger.warn({ err: error }, UNREADABLE);
      isFailing = true;
    }
    timer = undefined;
    schedule(isMore ? 0 : EVERY_MS);
  }

  async function begin(project: Project): Promise<void> {
    const { position, open } = await options.log.begin(project.id, null);
    if (projects.get(project.id) !== project) return;
    project.position = position;
    project.changes.begin(open.slice(0, LOG_OPEN_MAX));
  }

  function lose(project: Project): void {
    leave(project);
    for (const listener of project.listeners) listener.lost();
  }

  function leave(project: Project): void {
    project.changes.close();
    if (projects.get(project.id) === project) projects.delete(project.id);
  }

  return {
    listen(projectId, listener) {
      const project = projects.get(projectId) ?? createProject(projectId, options.watch, slots);
      projects.set(projectId, project);
      project.listeners.add(listener);
      reportPosition(project, [listener]);
      schedule(0);
      return () => {
        project.listeners.delete(listener);
        if (project.listeners.size === 0) leave(project);
      };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const project of projects.values()) leave(project);
    },
  };
}

function createProject(id: string, watch: ProjectLogPollerOptions['watch'], slots: { left: number }): Project {
  const listeners = new Set<ProjectListener>();
  const changes = createProjectChanges({
    projectId: id,
    watch,
    slots,
    tell(state, data) {
      for (const listener of listeners) listener.changed(state, data);
    },
    complete: () => reportPosition(project),
  });
  const project: Project = { id, listeners, changes, position: null };
  return project;
}

function reportPosition({ position, changes, listeners }: Project, to: Iterable<ProjectListener> = listeners): void {
  if (position === null || !changes.isComplete()) return;
  for (const listener of to) listener.reached(position);
}

interface Seen {
  /** True if there are more entries to read now. */
  readonly isMore: boolean;
  /** Projects whose position no longer exists. */
  readonly lost: readonly Project[];
}

/** Takes at most LOG_PROJECTS_MAX projects. A position is reported only after all entries before it were delivered. */
async function look({ log, reader }: ProjectLogPollerOptions, projects: readonly Project[]): Promise<Seen> {
  const asked = new Map(
    projects.flatMap((project) => (project.position === null ? [] : [[project.position, project]])),
  );
  const found = await log.after([...asked.keys()]);
  await tell(reader, [...found.values()].flat(), new Map(projects.map((project) => [project.id, project])));
  for (const [position, entries] of found) {
    const project = asked.get(position);
    if (project === undefined) continue;
    project.position = entries.at(-1) ?? position;
    reportPosition(project);
  }
  const lost = [...asked].flatMap(([position, project]) => (found.has(position) ? [] : [project]));
  return { lost, isMore: [...found.values()].some(({ length }) => length >= LOG_ENTRIES_MAX) };
}

async function tell(
  reader: ProjectLogPollerOptions['reader'],
  entries: readonly LogEntry[],
  of: ReadonlyMap<string, Project>,
): Promise<void> {
  const settled = new Set(entries.filter(({ kind }) => kind === 'settle').map(({ executionId }) => executionId));
  const refs = new Map<string, ExecutionRef>();
  for (const { projectId, executionId: id } of entries) refs.set(id, { projectId, id });
  for (const some of chunksOf([...refs.values()], WATCHED_READ_MAX)) {
    const states = await reader.read(some);
    for (const { projectId, id } of some) {
      const state = states.get(id);
      if (state !== undefined) of.get(projectId)?.changes.logged(state, settled.has(id));
    }
  }
}

/** Takes the next projects, and moves them to the end of the queue. */
function turnOf(projects: Map<string, Project>): Project[] {
  const due = [...projects.values()].slice(0, PROJECTS_A_ROUND);
  if (due.length === projects.size) return due;
  for (const project of due) {
    projects.delete(project.id);
    projects.set(project.id, project);
  }
  return due;
}
