/** States of executions and batches as a stream over as many connections as needed: each connection continues where the one before ended. */
import { FareboxError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { backoffMs, pause } from '../http/pause.ts';
import type { Batch, Execution } from '../types.ts';
import { type ServerEvent, eventsOf } from './server-events.ts';

export interface EventsOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ProjectEventsOptions extends EventsOptions {
  /** Only executions of this tool or template. */
  readonly tool?: string | undefined;
  /** The last value of `onPosition`, possibly from another process. Default: begin with the executions that are open now. */
  readonly after?: string | undefined;
  /** Called once everything before this position has been consumed from the iterator. Store the position to resume from it. */
  readonly onPosition?: ((position: string) => void) | undefined;
  /** Called after the first states of each connection. */
  readonly onSnapshot?: ((snapshot: EventsSnapshot) => void) | undefined;
}

export interface EventsSnapshot {
  /** False: read the list of executions for those that ended since the last position. */
  readonly resumed: boolean;
  /** Whether more executions are open than the stream has sent. */
  readonly more: boolean;
}

/** Ends after the last state. Rejects with a FareboxError that is not retryable, or with the reason of the signal. */
export const executionEvents = (id: string, { signal }: EventsOptions, api: Api): AsyncGenerator<Execution, void> =>
  states({ path: `/tools/executions/${encodeURIComponent(id)}/events`, of: 'execution', signal }, api);

/** Ends after the last state. Rejects like `executionEvents`. */
export const batchEvents = (id: string, { signal }: EventsOptions, api: Api): AsyncGenerator<Batch, void> =>
  states({ path: `/tools/batches/${encodeURIComponent(id)}/events`, of: 'batch', signal }, api);

/** Never ends. Rejects like `executionEvents`. */
export function projectEvents(
  { tool, after, signal, onPosition, onSnapshot }: ProjectEventsOptions,
  api: Api,
): AsyncGenerator<Execution, void> {
  const query = tool === undefined ? '' : `?${new URLSearchParams({ tool }).toString()}`;
  const onEvent = ({ event, id, data }: ServerEvent): void => {
    if (event === 'snapshot') onSnapshot?.(parsed<EventsSnapshot>(data));
    if (id !== undefined) onPosition?.(id);
  };
  return states({ path: `/tools/events${query}`, of: 'execution', signal, after, onEvent }, api);
}

interface Stream extends EventsOptions {
  readonly path: string;
  /** Event that carries a state. */
  readonly of: 'execution' | 'batch';
  readonly after?: string | undefined;
  /** Called with each event that is not a state, once the states before it were consumed. */
  readonly onEvent?: (told: ServerEvent) => void;
}

/** Where the next connection continues. */
interface StreamState {
  lastEventId: string | undefined;
  retryMs: number;
  hasEnded: boolean;
}

async function* states<S>(stream: Stream, api: Api): AsyncGenerator<S, void> {
  const from: StreamState = { lastEventId: stream.after, retryMs: 0, hasEnded: false };
  for (let failures = 0; ; failures++) {
    for await (const told of connection(stream, from, api)) {
      if (told.event !== 'message') failures = 0;
      if (told.event === stream.of) yield parsed<S>(told.data);
      else stream.onEvent?.(told);
    }
    if (from.hasEnded) return;
    await pause(backoffMs(failures, from.retryMs), stream.signal);
  }
}

/** Ends when the connection ends, for any reason. */
async function* connection({ path, signal }: Stream, from: StreamState, api: Api): AsyncGenerator<ServerEvent, void> {
  const last: Record<string, string> = from.lastEventId === undefined ? {} : { 'Last-Event-ID': from.lastEventId };
  const body = await api.open({
    path,
    headers: { Accept: 'text/event-stream', ...last },
    signal,
  });
  const events = eventsOf(body)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextOf(events, signal);
      if (next === undefined) return;
      from.retryMs = next.retryMs ?? from.retryMs;
      from.lastEventId = next.id ?? from.lastEventId;
      from.hasEnded ||= next.event === 'end';
      yield next;
    }
  } finally {
    await events.return();
  }
}

/** Undefined if the connection has ended. Errors that the consumer of the iterator throws are not treated as an end. */
async function nextOf(
  events: AsyncGenerator<ServerEvent, void>,
  signal: AbortSignal | undefined,
): Promise<ServerEvent | undefined> {
  try {
    const { done, value } = await events.next();
    return done === true ? undefined : value;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FareboxError) throw error;
    return undefined;
  }
}

function parsed<T>(data: string): T {
  try {
    return JSON.parse(data) as T;
  } catch (cause) {
    throw new FareboxError('unexpected_response', { cause });
  }
}
