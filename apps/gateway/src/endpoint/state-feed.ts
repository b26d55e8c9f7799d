/** Feeds a stream with the states of one thing: the current one at once, then each that differs, and `end` after the last. */
import { hash } from 'node:crypto';
import type { EventFrame } from '../watch/event-stream.ts';
import type { FeedResult } from './handler.ts';

export interface FedStates<S> {
  readonly event: EventFrame['event'];
  /** The state as just read. */
  readonly current: S;
  readonly isLast: (state: S) => boolean;
  /** Calls the listener with later states until the returned function is called. */
  readonly follow: (listener: (state: S) => void) => () => void;
  /** `Last-Event-ID`, unparsed: a state with this id is not sent again. */
  readonly lastEventId: string | undefined;
}

export const stateFeed = <S>({ event, current, isLast, follow, lastEventId }: FedStates<S>): FeedResult => ({
  status: 200,
  feed(stream) {
    let told = lastEventId;
    let unfollow = (): void => {};
    const tell = (state: S): void => {
      const data = JSON.stringify(state);
      // A digest of the state, so that any gateway understands it.
      const id = hash('sha256', data, 'base64url').slice(0, 22);
      if (id !== told) stream.send(event, { event, id, data });
      told = id;
      if (!isLast(state)) return;
      unfollow();
      stream.send('end', { event: 'end', data: '{}' });
      stream.end();
    };
    if (!isLast(current)) unfollow = follow(tell);
    tell(current);
    return () => unfollow();
  },
});
