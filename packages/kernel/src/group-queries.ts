/**
 * Requests of the same moment share one query: while a query is under way new requests gather, and the next query takes
 * them together. While nothing is under way a request never waits for company. This is how a hot row is served without a lock convoy.
 */
import { invariant } from './assert.ts';

export interface GroupOptions {
  /** Requests in one query, at most. */
  readonly groupMax: number;
  /** Queries under way at once, at most. */
  readonly queriesMax: number;
  /** Requests waiting, at most: beyond it `submit` rejects at once with GroupOverflowError. */
  readonly waitingMax: number;
  /**
   * A query costs as much as many requests, so beside one that is under way another begins only for `min` of them, or when that
   * one is over, or has taken `ms`: a query that hangs does not hold back the others. Left out: it begins at once.
   */
  readonly beside?: { readonly min: number; readonly ms: number };
  /** Gets the number of requests of each query when the query begins. */
  readonly observe?: (size: number) => void;
}

export class GroupOverflowError extends Error {
  override readonly name = 'GroupOverflowError';
}

interface Waiting<I, O> {
  readonly input: I;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

const AT_ONCE = { min: 1, ms: 0 } as const;

/** Calls `work` once: after `ms`, or when what is returned is called before. */
function onceAfter(ms: number, work: () => void): () => void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    work();
  };
  const timer = setTimeout(once, ms);
  return once;
}

/**
 * Returns `submit`. `query` gets the gathered inputs and must return one output for each, in their order; when it throws,
 * every request of that group rejects with its error.
 */
export function groupQueries<I, O>(
  query: (inputs: readonly I[]) => Promise<readonly O[]>,
  { groupMax, queriesMax, waitingMax, beside = AT_ONCE, observe }: GroupOptions,
): (input: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let queries = 0;
  /** Queries under way that have not yet taken `beside.ms`. */
  let recent = 0;

  async function run(group: readonly Waiting<I, O>[]): Promise<void> {
    observe?.(group.length);
    try {
      const outputs = await query(group.map(({ input }) => input));
      invariant(outputs.length === group.length, 'a grouped query answers each input');
      group.forEach((request, index) => request.resolve(outputs[index] as O));
    } catch (error) {
      for (const request of group) request.reject(error);
    }
  }

  const isDue = (): boolean => queries < queriesMax && waiting.length >= (recent === 0 ? 1 : beside.min);

  function pump(): void {
    while (isDue()) {
      queries++;
      recent++;
      const agedNow = beside.min > 1 ? onceAfter(beside.ms, aged) : aged;
      void run(waiting.splice(0, groupMax)).finally(() => {
        queries--;
        agedNow();
        pump();
      });
    }
  }

  function aged(): void {
    recent--;
    pump();
  }

  let scheduled = false;
  function schedule(): void {
    if (scheduled || !isDue()) return;
    scheduled = true;
    // One turn of the event loop: what arrived in the same read of the sockets goes together.
    setImmediate(() => {
      scheduled = false;
      pump();
    });
  }

  return (input) =>
    new Promise<O>((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new GroupOverflowError(`more than ${waitingMax} requests are waiting`));
        return;
      }
      waiting.push({ input, resolve, reject });
      schedule();
    });
}
