/**
 * Handles a request that timed out before it was complete. Its socket is read once more, and a client that is still
 * sending gets two more seconds. So a machine starved of CPU does not refuse a request that was sent in time.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterOneMoreTurn } from './one-more-turn.ts';

const LAST_MS = 2_000;

export interface LateRequests {
  /** Call this for every request; a request that arrives completely costs nothing. */
  readonly began: (request: IncomingMessage) => void;
  /** Calls `giveUp` once, unless the request is completed after all. */
  readonly timedOut: (socket: Socket, giveUp: () => void) => void;
}

export function createLateRequests(): LateRequests {
  const latest = new WeakMap<Socket, IncomingMessage>();

  function wholeSince(socket: Socket): () => boolean {
    const before = latest.get(socket);
    const wasWhole = before?.complete === true;
    return () => {
      const now = latest.get(socket);
      return now?.complete === true && (now !== before || !wasWhole);
    };
  }

  return {
    began: (request) => void latest.set(request.socket, request),
    timedOut: (socket, giveUp) => {
      const cameWhole = wholeSince(socket);
      const bytesBefore = socket.bytesRead;
      const unlessWhole = (): void => {
        if (!cameWhole()) giveUp();
      };
      afterOneMoreTurn(() => {
        if (socket.bytesRead === bytesBefore) unlessWhole();
        else setTimeout(() => afterOneMoreTurn(unlessWhole), LAST_MS).unref();
      });
    },
  };
}
