/**
 * An answer that is written before the request was read whole: the client is still sending, and would see a reset
 * connection instead of the answer if we just closed. So we read on and throw away, but only so long.
 */
import type { IncomingMessage } from 'node:http';

const DISCARD_MS = 5_000;

/** After it the connection can carry another request, or is gone. */
export function discardUnreadBody(request: IncomingMessage): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || request.readableEnded || request.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), DISCARD_MS);
  request.on('error', () => {}).once('close', () => clearTimeout(timer));
  request.resume();
}
