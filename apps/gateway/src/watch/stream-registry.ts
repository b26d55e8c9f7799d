/**
 * All open streams of a gateway: their limits, repeated authorization, and their end. A key is checked once a second for all of
 * its streams; while the database does not answer, streams stay open.
 */
import type { ServerResponse } from 'node:http';
import type { Identity } from '@farebox/identity';
import type { Metrics } from '@farebox/telemetry';
import { AppError } from '@farebox/contract';
import { createSemaphore, type Leave } from '@farebox/kernel';
import { unavailable } from '../endpoint/failure.ts';
import { shareOf } from '../endpoint/share.ts';
import { type EventStream, createEventStream } from './event-stream.ts';
import type { SharedLimits } from './shared-limits.ts';

/** Feeds a stream until the returned function is called. */
export type Feed = (stream: EventStream) => () => void;

export interface Opened {
  readonly response: ServerResponse;
  readonly identity: Identity;
  /** Rejects with AppError once the client has lost its permission. */
  readonly authorizeAgain: () => Promise<unknown>;
  /** Equal for streams whose `authorizeAgain` gives the same result. */
  readonly authorizedBy: string;
}

export interface StreamRegistry {
  /** Throws if there are too many streams. Returns a function that frees the slot; `open` calls it itself. */
  readonly enter: (identity: Identity) => () => void;
  /** Must be called after the head of the response was written. */
  readonly open: (opened: Opened, leave: () => void, feed: Feed) => void;
  /** Ends all streams now and refuses new ones. */
  readonly close: () => void;
}

const AUTHORIZE_EVERY_MS = 1_000;
const BEAT_EVERY_MS = 15_000;
const RETRY_SECONDS = 5;

type Group = { readonly authorizeAgain: () => Promise<unknown>; readonly streams: Set<OpenStream> };
interface OpenStream {
  readonly stream: EventStream;
  readonly response: ServerResponse;
}

export function createStreamRegistry(
  { eventStreams }: Pick<Metrics, 'eventStreams'>,
  limits: SharedLimits,
): StreamRegistry {
  const takeSlot = createSlots(limits);
  const groups = new Map<string, Group>();
  const timers: NodeJS.Timeout[] = [];
  let isClosed = false;
  eventStreams.set(0);
  const each = function* (): Generator<OpenStream> {
    for (const { streams } of groups.values()) yield* streams;
  };
  function start(): void {
    if (timers.length > 0) return;
    timers.push(setInterval(() => void authorizeAll(groups), AUTHORIZE_EVERY_MS));
    timers.push(
      setInterval(() => {
        for (const { stream } of each()) stream.beat();
      }, BEAT_EVERY_MS),
    );
  }
  function stop(): void {
    for (const timer of timers.splice(0)) clearInterval(timer);
  }

  return {
    enter(identity) {
      if (isClosed) throw unavailable('service_unavailable');
      return takeSlot(identity);
    },
    open({ response, authorizeAgain, authorizedBy }, leave, feed) {
      const one = { stream: createEventStream(response), response };
      const group = groups.get(authorizedBy) ?? { authorizeAgain, streams: new Set() };
      group.streams.add(one);
      groups.set(authorizedBy, group);
      eventStreams.inc();
      start();
      const unfeed = feed(one.stream);
      response.once('close', () => {
        unfeed();
        leave();
        eventStreams.dec();
        group.streams.delete(one);
        if (group.streams.size === 0) groups.delete(authorizedBy);
        if (groups.size === 0) stop();
      });
    },
    close() {
      isClosed = true;
      stop();
      for (const { stream } of each()) stream.leave();
    },
  };
}

/** The returned function throws if the key, its project, its organization or all together have reached their limit. */
function createSlots({ perKey, perProject, perOrganization, all }: SharedLimits): (identity: Identity) => Leave {
  const levels = [
    {
      of: 'organization',
      streamsMax: perOrganization,
      slots: createSemaphore({ slots: Infinity, slotsPerKey: perOrganization }),
    },
    { of: 'project', streamsMax: perProject, slots: createSemaphore({ slots: Infinity, slotsPerKey: perProject }) },
    { of: 'key', streamsMax: perKey, slots: createSemaphore({ slots: Infinity, slotsPerKey: perKey }) },
  ] as const;
  const total = createSemaphore({ slots: all });

  return (identity) => {
    const leaves: Leave[] = [];
    const leave = (): void => leaves.forEach((each) => each());
    const enter = (taken: Leave | null, refused: () => AppError): void => {
      if (taken !== null) return void leaves.push(taken);
      leave();
      throw refused();
    };
    const names = shareOf(identity);
    levels.forEach(({ of, streamsMax, slots }, level) =>
      enter(slots.tryTake({ key: names[level] as string }), () => tooMany({ of, streamsMax })),
    );
    enter(total.tryTake(), () => unavailable('service_unavailable'));
    return leave;
  };
}

/** Names the limit that was reached, because only closing streams of the same key, project or organization helps. */
const tooMany = (details: { readonly of: string; readonly streamsMax: number }): AppError =>
  new AppError('rate_limit_exceeded', { retryAfterSeconds: RETRY_SECONDS, details });

/** Ends the streams of an invalid key without an event: the client gets the error when it reconnects. */
async function authorizeAll(groups: ReadonlyMap<string, Group>): Promise<void> {
  const endUnlessAuthorized = async ({ authorizeAgain, streams }: Group): Promise<void> => {
    await authorizeAgain().catch((error: unknown) => {
      if (error instanceof AppError) for (const { response } of streams) response.end();
    });
  };
  await Promise.all([...groups.values()].map(endUnlessAuthorized));
}
