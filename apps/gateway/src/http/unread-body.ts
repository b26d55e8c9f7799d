/**
 * A response that is written before the request was read whole: the client is still sending, and would see a reset
 * connection instead of the response if we just closed. So we read on and throw away, but only so long.
 */
import type { IncomingMessage } from 'node:http';

const DISCARD_MS = 5_000;

/** After it the connection can carry another request, or is gone. */
export function discardUnreadBody(request: IncomingMessage): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || request.readableEnded || request.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), DISCARD_MS);
  const done = (): void => {
    clearTimeout(timer);
    request.off('end', done);
    socket.off('close', done); // the request itself is no longer told when its connection ends
  };
  request.on('error', () => {}).once('end', done);
  socket.once('close', done);
  request.resume();
}
