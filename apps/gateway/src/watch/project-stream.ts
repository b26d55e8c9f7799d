/**
 * One stream of a project: the open executions and the changes since the client's last position, then each change. For a slow
 * client only ids are queued, and their states are read again once it catches up, so that its last state is never older than
 * that of other clients.
 */
import type { Execution } from '@farebox/contract';
import { LOG_OPEN_MAX, type LogBeginning, type LogPosition } from '@farebox/executions';
import type { EventStream } from './event-stream.ts';
import type { ProjectListener } from './project-log-poller.ts';

export interface ReadState {
  readonly state: Execution;
  /** The state as JSON. */
  readonly data: string;
}

export interface ProjectStreamOptions {
  readonly stream: Pick<EventStream, 'send' | 'isFull' | 'onDrain' | 'leave'>;
  readonly begin: () => Promise<LogBeginning>;
  /** Reads states by id. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, ReadState>>;
  /** Only executions of this tool; undefined: of every tool. */
  readonly tool: string | undefined;
}

export interface ProjectStream extends ProjectListener {
  readonly close: () => void;
}

/** States per read: they may have to wait for the client. */
const READ_AT_ONCE = 20;
/** Beyond it the client must reconnect, and resumes from its last position. */
const DUE_MAX = 5_000;

export function createProjectStream({ stream, begin, read, tool }: ProjectStreamOptions): ProjectStream {
  /** Ids whose states must be read and sent. */
  const due = new Set<string>();
  const frames = createFrames(stream, tool);
  let snapshot: Snapshot | null = null;
  let position: LogPosition | null = null;
  let isWorking = false;
  let isClosed = false;

  async function work(): Promise<void> {
    if (isWorking || isClosed || position === null) return;
    isWorking = true;
    try {
      snapshot ??= await beginning();
      while (due.size > 0 && !stream.isFull() && !isClosed) await sendSome();
      if (due.size === 0 && !isClosed && !stream.isFull()) frames.position(position, snapshot);
    } catch {
      // The next call of `reached` retries.
    }
    isWorking = false;
  }

  async function beginning(): Promise<Snapshot> {
    const { open, since } = await begin();
    for (const id of [...(since ?? []), ...open.slice(0, LOG_OPEN_MAX)]) due.add(id);
    return { resumed: since !== null, more: open.length > LOG_OPEN_MAX };
  }

  async function sendSome(): Promise<void> {
    const ids = [...due].slice(0, READ_AT_ONCE);
    // An execution that changes during the read is due again.
    for (const id of ids) due.delete(id);
    const states = await read(ids).catch((error: unknown) => {
      for (const id of ids) due.add(id);
      throw error;
    });
    if (isClosed) return;
    for (const id of ids) {
      const found = states.get(id);
      if (found !== undefined) frames.state(found.state, found.data);
    }
  }

  function close(): void {
    isClosed = true;
    due.clear();
  }

  function comeBack(): void {
    close();
    stream.leave();
  }

  stream.onDrain(() => void work());
  return {
    changed(state, data) {
      if (isClosed) return;
      if (snapshot !== null && !isWorking && due.size === 0 && !stream.isFull()) return frames.state(state, data);
      due.add(state.id);
      if (due.size > DUE_MAX) comeBack();
    },
    reached(newPosition) {
      position = newPosition;
      void work();
    },
    lost: comeBack,
    close,
  };
}

interface Snapshot {
  readonly resumed: boolean;
  readonly more: boolean;
}

function createFrames({ send }: Pick<EventStream, 'send'>, tool: string | undefined) {
  let told: string | undefined;
  return {
    state(state: Execution, data: string): void {
      if (tool === undefined || state.tool === tool) send(state.id, { event: 'execution', data });
    },
    /** Everything before this position was sent, so the next connection can resume here. The first one is in the snapshot. */
    position({ name }: LogPosition, snapshot: Snapshot): void {
      const isFirst = told === undefined;
      if (isFirst) send('snapshot', { event: 'snapshot', id: name, data: JSON.stringify(snapshot) });
      else if (name !== told) send('position', { event: 'position', id: name, data: '{}' });
      told = name;
    },
  };
}
