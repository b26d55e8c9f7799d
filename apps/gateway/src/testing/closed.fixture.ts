/** For tests: the end of a connection, however it comes. `once` rejects by a reset, which is how a server ends one whose bytes it has not read. */
import type { Readable } from 'node:stream';

export const closed = (socket: Readable): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : void socket.once('close', () => resolve())));
