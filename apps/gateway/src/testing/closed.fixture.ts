/**
 * For tests: waits for the end of a connection, also by a reset. `once` rejects on a reset, with which a server closes a
 * connection that has unread bytes.
 */
import type { Readable } from 'node:stream';

export const closed = (socket: Readable): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : void socket.once('close', () => resolve())));
