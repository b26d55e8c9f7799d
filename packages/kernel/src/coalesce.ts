/**
 * Requests of the same moment share one call: while a call is under way new requests gather, and the next call takes
 * them together. While nothing is under way a request never waits for company. This is how a hot row is served without a lock convoy.
 */
import { invariant } from './assert.ts';

export interface CoalesceOptions {
  /** Requests in one call, at most. */
  readonly batchMax: number;
  /** Calls under way at once, at most. */
  readonly callsMax: number;
  /** Requests waiting, at most: beyond it `submit` rejects at once with CoalesceOverflowError. */
  readonly waitingMax: number;
  /**
   * A call costs as much as many requests, so beside one that is under way another begins only for `min` of them, or when that
   * one is over, or has taken `ms`: a call that hangs does not hold back the others. Left out: it begins at once.
   */
  readonly beside?: { readonly min: number; readonly ms: number };
  /** Told the size of each call when it begins. */
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
 * Returns `submit`. `call` gets the gathered inputs and must answer one output for each, in their order; when it throws,
 * every request of that call rejects with its error.
 */
export function coalesce<I, O>(
  call: (inputs: readonly I[]) => Promise<readonly O[]>,
  { batchMax, callsMax, waitingMax, beside = AT_ONCE, observe }: CoalesceOptions,
): (input: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let calls = 0;
  /** Calls under way that have not yet taken `beside.ms`. */
  let recent = 0;

  async function run(batch: readonly Waiting<I, O>[]): Promise<void> {
    observe?.(batch.length);
    try {
      const outputs = await call(batch.map(({ input }) => input));
      invariant(outputs.length === batch.length, 'a coalesced call answers each input');
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
    // One turn of the event loop: what arrived in the same read of the sockets goes together.
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
