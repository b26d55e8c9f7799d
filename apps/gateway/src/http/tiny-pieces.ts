/**
 * A body in pieces of a byte costs more than a hundred times the CPU of a plain one, all of it in Node's parser, before anybody looks
 * at it: an allocation, an event and a read for each. So pieces have an average size, counted for every body, also for one that nobody reads.
 */
import type { IncomingMessage } from 'node:http';
import { sendMalformed } from './malformed.ts';

/** Any client may write a small body as it likes. */
const FREE_PIECES = 1_024;
/** Of the pieces beyond: clients that stream write a kilobyte and more, and a segment of TCP has five hundred bytes at least. */
const AVERAGE_BYTES_MIN = 128;

/** To be told of every request before its body comes. Whoever sends only crumbs is told so, where nothing was answered yet, and cut off. */
export function boundPieces(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return;
  let [pieces, bytes, isCut] = [0, 0, false];
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null, encoding) => {
    if (isCut) return false;
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces <= FREE_PIECES + bytes / AVERAGE_BYTES_MIN) return push(piece, encoding);
    isCut = true;
    socket.once('finish', () => socket.destroy());
    sendMalformed({}, socket);
    return false;
  };
}
