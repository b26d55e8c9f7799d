/**
 * Groups requests: requests of the same moment share one query. While a query runs, new requests wait, and the next
 * query takes them together. If no query runs, a request never waits for others. So a hot row is served without a lock
 * convoy.
 */
import { invariant } from './assert.ts';

export interface GroupOptions {
  /** Maximum number of requests in one query. */
  readonly groupMax: number;
  /** Maximum number of queries that run at once. */
  readonly queriesMax: number;
  /** Maximum number of waiting requests; above it, `submit` rejects at once with GroupOverflowError. */
  readonly waitingMax: number;
  /**
   * A query costs as much as many requests. So while one runs, another starts only for at least `min` requests, or
   * after the first has ended or has taken `ms`. A hanging query therefore does not delay the others for long. Default:
   * another query starts at once.
   */
  readonly beside?: { readonly min: number; readonly ms: number };
  /** Called with the number of requests of each query when it starts. */
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

/** Calls `work` once: after `ms`, or earlier when the returned function is called. */
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
 * Returns `submit`. `query` gets the grouped inputs and must return one output for each, in the same order. If it throws,
 * every request of that group rejects with its error.
 */
export function groupQueries<I, O>(
  query: (inputs: readonly I[]) => Promise<readonly O[]>,
  { groupMax, queriesMax, waitingMax, beside = AT_ONCE, observe }: GroupOptions,
): (input: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let queries = 0;
  /** Running queries that have not yet taken `beside.ms`. */
  let recent = 0;

  async function run(group: readonly Waiting<I, O>[]): Promise<void> {
    observe?.(group.length);
    try {
      const outputs = await query(group.map(({ input }) => input));
      invariant(outputs.length === group.length, 'a grouped query returns one output for each input');
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
    // One turn of the event loop later, so that requests from the same read of the sockets share a query.
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
