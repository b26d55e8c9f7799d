/** The states of an execution as the service tells them, over as many connections as it takes: each goes on where the one before ended. */
import { TollgateError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { backoffMs, pause } from '../http/pause.ts';
import type { Execution } from '../types.ts';
import { type ServerEvent, eventsOf } from './server-events.ts';

export interface EventsOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Three comments that did not come: nobody is there any more. */
const SILENCE_MS = 45_000;

/** Ends after the last state. Rejects with a TollgateError where asking again does not help, and with the signal's reason. */
export async function* executionEvents(
  id: string,
  { signal }: EventsOptions,
  api: Api,
): AsyncGenerator<Execution, void> {
  const from: Place = { lastEventId: undefined, retryMs: 0, hasEnded: false };
  for (let failures = 0; ; failures++) {
    for await (const state of connection(id, { signal, from }, api)) {
      failures = 0;
      yield state;
    }
    if (from.hasEnded) return;
    await pause(backoffMs(failures, from.retryMs), signal);
  }
}

/** Where the next connection begins. */
interface Place {
  lastEventId: string | undefined;
  retryMs: number;
  hasEnded: boolean;
}

/** Ends where the connection does, however. */
async function* connection(
  id: string,
  { signal, from }: EventsOptions & { readonly from: Place },
  api: Api,
): AsyncGenerator<Execution, void> {
  const path = `/tools/executions/${encodeURIComponent(id)}/events`;
  const last: Record<string, string> = from.lastEventId === undefined ? {} : { 'Last-Event-ID': from.lastEventId };
  const body = await api.open({
    path,
    headers: { Accept: 'text/event-stream', ...last },
    signal,
    silenceMs: SILENCE_MS,
  });
  try {
    for await (const told of eventsOf(body)) {
      from.retryMs = told.retryMs ?? from.retryMs;
      from.lastEventId = told.id ?? from.lastEventId;
      from.hasEnded ||= told.event === 'end';
      if (told.event === 'execution') yield stateOf(told);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TollgateError) throw error;
  }
}

function stateOf({ data }: ServerEvent): Execution {
  try {
    return JSON.parse(data) as Execution;
  } catch (cause) {
    throw new TollgateError('unexpected_response', { cause });
  }
}
