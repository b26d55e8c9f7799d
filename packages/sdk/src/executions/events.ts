/** States as the service tells them, over as many connections as it takes: each goes on where the one before ended. */
import { FareboxError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { backoffMs, pause } from '../http/pause.ts';
import type { Execution } from '../types.ts';
import { type ServerEvent, eventsOf } from './server-events.ts';

export interface EventsOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ProjectEventsOptions extends EventsOptions {
  /** Only executions of this tool or template. */
  readonly tool?: string | undefined;
  /** What `onPosition` was told last, by another process perhaps; left out: from what is open now. */
  readonly after?: string | undefined;
  /** Told once everything up to there has been taken out of the iterator. Keep it to go on from it. */
  readonly onPosition?: ((position: string) => void) | undefined;
  /** Told after the first states of each connection. */
  readonly onSnapshot?: ((snapshot: EventsSnapshot) => void) | undefined;
}

export interface EventsSnapshot {
  /** False: what ended before, and after the last position, is in the list of executions alone. */
  readonly resumed: boolean;
  /** Whether more are open than were told. */
  readonly more: boolean;
}

/** Three comments that did not come: nobody is there any more. */
const SILENCE_MS = 45_000;

/** Ends after the last state. Rejects with a FareboxError where asking again does not help, and with the signal's reason. */
export const executionEvents = (id: string, { signal }: EventsOptions, api: Api): AsyncGenerator<Execution, void> =>
  states({ path: `/tools/executions/${encodeURIComponent(id)}/events`, signal }, api);

/** Goes on for ever. Rejects as the other does. */
export function projectEvents(
  { tool, after, signal, onPosition, onSnapshot }: ProjectEventsOptions,
  api: Api,
): AsyncGenerator<Execution, void> {
  const query = tool === undefined ? '' : `?${new URLSearchParams({ tool }).toString()}`;
  const onEvent = ({ event, id, data }: ServerEvent): void => {
    if (event === 'snapshot') onSnapshot?.(parsed<EventsSnapshot>(data));
    if (id !== undefined) onPosition?.(id);
  };
  return states({ path: `/tools/events${query}`, signal, after, onEvent }, api);
}

interface Stream extends EventsOptions {
  readonly path: string;
  readonly after?: string | undefined;
  /** Told of events that are no state, once the states before them were taken. */
  readonly onEvent?: (told: ServerEvent) => void;
}

/** Where the next connection begins. */
interface Place {
  lastEventId: string | undefined;
  retryMs: number;
  hasEnded: boolean;
}

async function* states(stream: Stream, api: Api): AsyncGenerator<Execution, void> {
  const from: Place = { lastEventId: stream.after, retryMs: 0, hasEnded: false };
  for (let failures = 0; ; failures++) {
    for await (const told of connection(stream, from, api)) {
      if (told.event !== 'message') failures = 0;
      if (told.event === 'execution') yield parsed<Execution>(told.data);
      else stream.onEvent?.(told);
    }
    if (from.hasEnded) return;
    await pause(backoffMs(failures, from.retryMs), stream.signal);
  }
}

/** Ends where the connection does, however. */
async function* connection({ path, signal }: Stream, from: Place, api: Api): AsyncGenerator<ServerEvent, void> {
  const last: Record<string, string> = from.lastEventId === undefined ? {} : { 'Last-Event-ID': from.lastEventId };
  const body = await api.open({
    path,
    headers: { Accept: 'text/event-stream', ...last },
    signal,
    silenceMs: SILENCE_MS,
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

/** Undefined where the connection has ended. What the one who reads throws is no end of it. */
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
