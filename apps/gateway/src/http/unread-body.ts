/**
 * Handles a response that is sent before the request was read completely. If the gateway just closed the connection, the
 * client, still sending, would see a reset instead of the response. So the rest is read and discarded, for a bounded time,
 * and one piece in each turn of the event loop: Node would read two megabytes at once while other requests wait.
 */
import type { IncomingMessage } from 'node:http';
import { hasBody } from './header.ts';

const DISCARD_MS = 5_000;

/** Afterwards the connection can carry another request, or is closed. */
export function discardUnreadBody(request: IncomingMessage): void {
  const { socket } = request;
  if (!hasBody(request) || request.readableEnded || request.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), DISCARD_MS);
  const done = (): void => {
    clearTimeout(timer);
    request.off('end', done);
    socket.off('close', done); // Node no longer reports the end of the connection to the request
  };
  request.on('error', () => {}).once('end', done);
  socket.once('close', done);
  request.on('data', () => {
    request.pause();
    setImmediate(() => request.resume());
  });
  request.resume();
}
