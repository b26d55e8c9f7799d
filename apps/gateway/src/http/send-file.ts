/**
 * Streams a file at the client's pace. The source is destroyed at once when the client disconnects, makes no progress or
 * exceeds the time limit. The connection is then cut, so that a partial file never looks complete.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Download } from '@farebox/storage';
import { afterOneMoreTurn } from './one-more-turn.ts';
import { ClientGoneError } from './read-body.ts';

export interface SendLimits {
  /** Time limit without progress. */
  readonly idleMs: number;
  readonly totalMs: number;
}

type Sent = Pick<Download, 'status' | 'headers' | 'read'>;

/** Resolves when all bytes are sent. Rejects with ClientGoneError, and with any error of reading the file. */
export async function sendFile(
  response: ServerResponse,
  { status, headers, read }: Sent,
  limits: SendLimits,
): Promise<void> {
  const source = read === null ? null : await read();
  const ended = new AbortController();
  const end = (): void => {
    ended.abort(new ClientGoneError());
    source?.destroy();
  };
  response.once('close', end);
  const total = setTimeout(() => response.destroy(), limits.totalMs);
  try {
    if (response.destroyed) throw new ClientGoneError(); // the client disconnected while the file was opened
    response.writeHead(status, headers);
    for await (const piece of source ?? []) {
      if (!response.write(piece))
        await within(limits.idleMs, response, once(response, 'drain', { signal: ended.signal }));
    }
    const finished = once(response, 'finish', { signal: ended.signal });
    response.end();
    await within(limits.idleMs, response, finished);
  } catch (error) {
    throw response.destroyed ? new ClientGoneError() : error;
  } finally {
    clearTimeout(total);
    response.off('close', end);
    source?.destroy();
  }
}

/** Cuts the connection if `progress` does not resolve within `idleMs`. */
async function within(idleMs: number, response: ServerResponse, progress: Promise<unknown>): Promise<void> {
  let waits = true;
  const cut = (): void => {
    if (waits) response.destroy();
  };
  const timer = setTimeout(() => afterOneMoreTurn(cut), idleMs);
  try {
    await progress;
  } finally {
    waits = false;
    clearTimeout(timer);
  }
}
