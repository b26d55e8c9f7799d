/**
 * Polls the database for all executions that long polls and streams wait for: one grouped query per second, none while there
 * are no listeners. It holds no connection between two queries and decides nothing: a listener gets the state that a poll would
 * return. If the database does not answer, the query is repeated and listeners keep waiting.
 */
import type { Execution } from '@farebox/contract';
import { type ExecutionRef, WATCHED_MARKS_MAX, WATCHED_READ_MAX, type WatchedReader } from '@farebox/executions';
import type { Logger } from '@farebox/telemetry';
import { chunksOf } from './chunks.ts';

export type Listener = (execution: Execution) => void;

export interface ExecutionPoller {
  /**
   * Calls the listener with each state that may differ from the previous one, the first after the next query, until the
   * returned function is called. With `isUrgent`, the execution is read at every query, however long it takes.
   */
  readonly follow: (execution: ExecutionRef, listener: Listener, how?: { readonly isUrgent: boolean }) => () => void;
  /** Stops calling all listeners. */
  readonly close: () => void;
}

export interface ExecutionPollerOptions {
  readonly reader: WatchedReader;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Executions with a new listener are read more often, because short work ends within moments. */
const EVERY_MS = 250;
const FRESH_ROUNDS = 8;
/** All others are read once a second. */
const ROUNDS_APART = 4;

interface Watched {
  readonly execution: ExecutionRef;
  /** Each listener, and whether it is urgent. */
  readonly listeners: Map<Listener, boolean>;
  /** Mark of the last delivered state; undefined if some listener has not got any state yet. */
  mark: string | undefined;
  freshUntil: number;
}

export function createExecutionPoller({ reader, logger }: ExecutionPollerOptions): ExecutionPoller {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let rounds = 0;
  let isLooking = false;
  let isFailing = false;

  function schedule(): void {
    if (timer !== undefined || isLooking || watched.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      void round();
    }, EVERY_MS);
  }

  async function round(): Promise<void> {
    isLooking = true;
    rounds++;
    const isTurnOfAll = rounds % ROUNDS_APART === 0;
    const due = isTurnOfAll ? [...watched.values()] : [...watched.values()].filter((one) => isFresh(one, rounds));
    try {
      for (const some of chunksOf(due, WATCHED_MARKS_MAX)) await look(reader, some);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'watched executions cannot be read; the watch retries');
      isFailing = true;
    }
    isLooking = false;
    schedule();
  }

  return {
    follow(execution, listener, { isUrgent } = { isUrgent: false }) {
      const { id } = execution;
      const one = watched.get(id) ?? { execution, listeners: new Map(), mark: undefined, freshUntil: 0 };
      one.listeners.set(listener, isUrgent);
      one.mark = undefined; // this listener may know an older state than the last delivered one
      one.freshUntil = rounds + FRESH_ROUNDS;
      watched.set(id, one);
      schedule();
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0 && watched.get(id) === one) watched.delete(id);
      };
    },
    close() {
      watched.clear();
      clearTimeout(timer);
    },
  };
}

const isFresh = ({ freshUntil, listeners }: Watched, rounds: number): boolean =>
  rounds <= freshUntil || [...listeners.values()].includes(true);

async function look(reader: WatchedReader, watched: readonly Watched[]): Promise<void> {
  const asked = watched.map((one) => ({ one, listeners: [...one.listeners.keys()] }));
  const marks = await reader.marks(watched.map(({ execution }) => execution));
  const changed = asked.filter(({ one }) => marks.get(one.execution.id) !== one.mark);
  for (const some of chunksOf(changed, WATCHED_READ_MAX)) {
    const states = await reader.read(some.map(({ one }) => one.execution));
    for (const { one, listeners } of some) {
      const { id } = one.execution;
      const state = states.get(id);
      if (state === undefined) continue;
      // A listener that was added during the query may know a newer state: it gets the next one.
      one.mark = listeners.length === one.listeners.size ? marks.get(id) : undefined;
      tell(
        listeners.filter((listener) => one.listeners.has(listener)),
        state,
      );
    }
  }
}

function tell(listeners: readonly Listener[], state: Execution): void {
  for (const listener of listeners) listener(state);
}
