/**
 * Asks the database for all executions that somebody waits for, together and once a second, while somebody does. Holds no connection between two
 * looks and decides nothing: who waits learns what a poll would say. A database that does not answer is asked again; nobody is told, and nobody is lost.
 */
import type { Execution } from '@farebox/contract';
import { type ExecutionRef, WATCHED_MARKS_MAX, WATCHED_READ_MAX, type WatchedReader } from '@farebox/executions';
import type { Logger } from '@farebox/telemetry';
import { chunksOf } from './chunks.ts';

export type Listener = (execution: Execution) => void;

export interface ExecutionPoller {
  /** Told of each state that may differ from the one before, the first within a look, until what is returned is called. */
  readonly follow: (execution: ExecutionRef, listener: Listener) => () => void;
  /** Nobody is told of anything any more. */
  readonly close: () => void;
}

export interface ExecutionPollerOptions {
  readonly reader: WatchedReader;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Short work is over in a moment: what was begun to be waited for just now is looked at more often. */
const EVERY_MS = 250;
const FRESH_ROUNDS = 8;
/** The others: once a second. */
const ROUNDS_APART = 4;

interface Watched {
  readonly execution: ExecutionRef;
  readonly listeners: Set<Listener>;
  /** Of the state that was told last; undefined: not all have been told of one. */
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
    const due = [...watched.values()].filter(({ freshUntil }) => isTurnOfAll || rounds <= freshUntil);
    try {
      for (const some of chunksOf(due, WATCHED_MARKS_MAX)) await look(reader, some);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'executions that are waited for cannot be read; polls go on');
      isFailing = true;
    }
    isLooking = false;
    schedule();
  }

  return {
    follow(execution, listener) {
      const { id } = execution;
      const one = watched.get(id) ?? { execution, listeners: new Set(), mark: undefined, freshUntil: 0 };
      one.listeners.add(listener);
      one.mark = undefined; // what this listener knows may be older than what was told last
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

async function look(reader: WatchedReader, watched: readonly Watched[]): Promise<void> {
  const asked = watched.map((one) => ({ one, listeners: [...one.listeners] }));
  const marks = await reader.marks(watched.map(({ execution }) => execution));
  const changed = asked.filter(({ one }) => marks.get(one.execution.id) !== one.mark);
  for (const some of chunksOf(changed, WATCHED_READ_MAX)) {
    const states = await reader.read(some.map(({ one }) => one.execution));
    for (const { one, listeners } of some) {
      const { id } = one.execution;
      const state = states.get(id);
      if (state === undefined) continue;
      // Who came meanwhile may know more than what was read before: the next look is theirs.
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
