/**
 * Limits the number of pieces in a body. A body in pieces of one byte costs over a hundred times the CPU of a plain one, all
 * of it in Node's parser: an allocation, an event and a read per piece. So pieces must have a minimum average size, also in
 * bodies that are discarded.
 */
import type { IncomingMessage } from 'node:http';
import { hasBody } from './header.ts';
import { sendMalformed } from './malformed.ts';

/** A small body may have pieces of any size. */
const FREE_PIECES = 1_024;
/**
 * Applies to pieces beyond the free ones. Streaming clients write at least a kilobyte at a time, and a TCP segment holds at
 * least five hundred bytes.
 */
const AVERAGE_BYTES_MIN = 128;

/**
 * Call this for every request before its body arrives. A body of too many tiny pieces gets an error, unless a response
 * has begun, and its connection is cut.
 */
export function boundPieces(request: IncomingMessage, errorsUrl?: string): void {
  const { socket } = request;
  if (!hasBody(request)) return;
  let [pieces, bytes, isCut] = [0, 0, false];
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null, encoding) => {
    if (isCut) return false;
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces <= FREE_PIECES + bytes / AVERAGE_BYTES_MIN) return push(piece, encoding);
    isCut = true;
    socket.once('finish', () => socket.destroy());
    sendMalformed({}, socket, { errorsUrl });
    return false;
  };
}
