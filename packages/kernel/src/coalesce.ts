/**
 * Requests of the same moment share one call: while a call is under way new requests gather, and the next call takes
 * them together. A lone request never waits for company. This is how a hot row is served without a lock convoy.
 */
import { invariant } from './assert.ts';

export interface CoalesceOptions {
  /** Requests in one call, at most. */
  readonly batchMax: number;
  /** Calls under way at once, at most. */
  readonly callsMax: number;
  /** Requests waiting, at most: beyond it `submit` rejects at once with CoalesceOverflowError. */
  readonly waitingMax: number;
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

/**
 * Returns `submit`. `call` gets the gathered inputs and must answer one output for each, in their order; when it throws,
 * every request of that call rejects with its error.
 */
export function coalesce<I, O>(
  call: (inputs: readonly I[]) => Promise<readonly O[]>,
  { batchMax, callsMax, waitingMax, observe }: CoalesceOptions,
): (input: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let calls = 0;

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

  function pump(): void {
    while (calls < callsMax && waiting.length > 0) {
      calls++;
      void run(waiting.splice(0, batchMax)).finally(() => {
        calls--;
        pump();
      });
    }
  }

  let scheduled = false;
  function schedule(): void {
    if (scheduled || calls >= callsMax) return;
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
