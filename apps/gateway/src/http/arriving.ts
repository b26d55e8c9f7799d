/**
 * A request's body as it arrives, for whoever reads it piece by piece. A client that sends too slowly is given up, so that
 * it cannot keep what its request holds; only time in which we wait for the client counts, never our own.
 */
import type { IncomingMessage } from 'node:http';
import { requestCutShort } from '../endpoint/failure.ts';
import { afterOneMoreTurn } from './one-more-turn.ts';
import { ClientGoneError } from './read-body.ts';

export interface MinimumRate {
  readonly bytesPerSecond: number;
  /** Before the rate counts. */
  readonly graceMs: number;
}

export const UPLOAD_RATE: MinimumRate = { bytesPerSecond: 16 * 1024, graceMs: 5_000 };

/** Throws ClientGoneError, and `service_unavailable` for a client that is too slow. The request is not destroyed. */
export async function* arriving(request: IncomingMessage, rate: MinimumRate): AsyncGenerator<Buffer> {
  const signals = signalsOf(request);
  let receivedBytes = 0;
  let waitedMs = 0;
  try {
    while (!request.readableEnded) {
      const chunk = request.read() as Buffer | null; // all that has come, in one piece
      if (chunk === null) {
        const sinceMs = performance.now();
        await signals.next(rate.graceMs + (receivedBytes / rate.bytesPerSecond) * 1000 - waitedMs);
        waitedMs += performance.now() - sinceMs;
      } else {
        receivedBytes += chunk.length;
        yield chunk;
      }
    }
  } finally {
    signals.close();
  }
}

interface Signals {
  /** Resolves when there may be more to read, or the end. */
  readonly next: (withinMs: number) => Promise<void>;
  readonly close: () => void;
}

function signalsOf(request: IncomingMessage): Signals {
  let wake: () => void = () => {};
  const onSignal = (): void => wake();
  for (const event of ['readable', 'end', 'close', 'error']) request.on(event, onSignal);

  return {
    next: (withinMs) =>
      new Promise((resolve, reject) => {
        if (isGone(request)) return reject(new ClientGoneError());
        const timer = setTimeout(() => afterOneMoreTurn(() => settle(tooSlow)), Math.max(withinMs, 0));
        const tooSlow = (): void => reject(requestCutShort());
        let settle = (finish: () => void): void => {
          settle = () => {};
          clearTimeout(timer);
          finish();
        };
        wake = () => settle(() => (isGone(request) ? reject(new ClientGoneError()) : resolve()));
      }),
    close: () => {
      for (const event of ['readable', 'end', 'close', 'error']) request.off(event, onSignal);
    },
  };
}

const isGone = (request: IncomingMessage): boolean => request.destroyed && !request.readableEnded;
