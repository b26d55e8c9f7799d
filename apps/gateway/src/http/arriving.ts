/**
 * Reads a request's body piece by piece as it arrives. A client that sends too slowly is refused, so that it cannot hold
 * the request's resources. Only time in which the gateway waits for the client counts.
 */
import type { IncomingMessage } from 'node:http';
import { requestCutShort } from '../endpoint/failure.ts';
import { afterOneMoreTurn } from './one-more-turn.ts';
import { ClientGoneError } from './read-body.ts';

export interface MinimumRate {
  readonly bytesPerSecond: number;
  /** Milliseconds before the minimum rate applies. */
  readonly graceMs: number;
}

export const UPLOAD_RATE: MinimumRate = { bytesPerSecond: 16 * 1024, graceMs: 5_000 };

/** Throws ClientGoneError, and `service_unavailable` for a client that is too slow. Does not destroy the request. */
export async function* arriving(request: IncomingMessage, rate: MinimumRate): AsyncGenerator<Buffer> {
  const signals = signalsOf(request);
  let receivedBytes = 0;
  let waitedMs = 0;
  try {
    while (!request.readableEnded) {
      const chunk = request.read() as Buffer | null; // all buffered bytes as one chunk
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
  /** Resolves when there may be more to read, or when the body has ended. */
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
