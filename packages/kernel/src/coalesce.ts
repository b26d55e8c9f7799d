/**
 * Groups requests: requests of the same moment share one query. While a query runs, new requests wait, and the next
 * query takes them together. If no query runs, a request never waits for others. So a hot row is served without a lock
 * convoy.
 */
import { invariant } from './assert.ts';

export interface CoalesceOptions {
  /** Maximum number of requests in one query. */
  readonly batchMax: number;
  /** Maximum number of queries that run at once. */
  readonly callsMax: number;
  /** Maximum number of waiting requests; above it, `submit` rejects at once with CoalesceOverflowError. */
  readonly waitingMax: number;
  /**
   * A query costs as much as many requests. So while one runs, another starts only for at least `min` requests, or
   * after the first has ended or has taken `ms`. A hanging query therefore does not delay the others for long. Default:
   * another query starts at once.
   */
  readonly beside?: { readonly min: number; readonly ms: number };
  /** Called with the size of each query when it starts. */
  readonly observe?: (size: number) => void;
}

export class CoalesceOverflowError extends Error {
  override readonly name = 'CoalesceOverflowError';
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
 * Returns `submit`. `call` gets the grouped inputs and must return one output for each, in the same order. If it
 * throws, every request of that query rejects with its error.
 */
export function coalesce<I, O>(
  call: (inputs: readonly I[]) => Promise<readonly O[]>,
  { batchMax, callsMax, waitingMax, beside = AT_ONCE, observe }: CoalesceOptions,
): (input: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let calls = 0;
  /** Running queries that have not yet taken `beside.ms`. */
  let recent = 0;

  async function run(batch: readonly Waiting<I, O>[]): Promise<void> {
    observe?.(batch.length);
    try {
      const outputs = await call(batch.map(({ input }) => input));
      invariant(outputs.length === batch.length, 'a grouped query returns one output for each input');
      batch.forEach((request, index) => request.resolve(outputs[index] as O));
    } catch (error) {
      for (const request of batch) request.reject(error);
    }
  }

  const isDue = (): boolean => calls < callsMax && waiting.length >= (recent === 0 ? 1 : beside.min);

  function pump(): void {
    while (isDue()) {
      calls++;
      recent++;
      const agedNow = beside.min > 1 ? onceAfter(beside.ms, aged) : aged;
      void run(waiting.splice(0, batchMax)).finally(() => {
        calls--;
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
    // Waits one turn of the event loop, so that requests from the same socket read share a query.
    setImmediate(() => {
      scheduled = false;
      pump();
    });
  }

  return (input) =>
    new Promise<O>((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new CoalesceOverflowError(`more than ${waitingMax} requests are waiting`));
        return;
      }
      waiting.push({ input, resolve, reject });
      schedule();
    });
}
