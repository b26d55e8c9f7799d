/**
 * A request whose time is over and whose rest has not come. Before it is given up its socket is read once more, and who is
 * still sending then gets one short last time: a machine starved of CPU must not refuse what a client sent in time.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterOneMoreTurn } from './one-more-turn.ts';

const LAST_MS = 2_000;

export interface LateRequests {
  /** To be told of every request: costs nothing to one that comes whole. */
  readonly began: (request: IncomingMessage) => void;
  /** `giveUp` is called once, unless the request comes whole after all. */
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
