/** Reads a request body whole, in memory, and never more than its limit. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@farebox/contract';
import { requestCutShort } from '../endpoint/failure.ts';
import { afterOneMoreTurn } from './one-more-turn.ts';

/** The client went away in the middle of its request; there is nobody left to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** For the whole body: 64 KiB come in no time, and nobody sends them slowly who means well. */
const BODY_MS = 10_000;

/**
 * Rejects with `request_too_large` as soon as it is certain, and with `service_unavailable` when the rest does not come; what is
 * not read is then left unread.
 */
export function readBody(request: IncomingMessage, bytesMax: number, bodyMs = BODY_MS): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.reject(new AppError('request_too_large'));
  // Gone while its key was looked up: it will never be told so again.
  if (request.destroyed && !request.readableEnded) return Promise.reject(new ClientGoneError());
  return request.complete ? arrived(request, bytesMax) : arriving({ request, bytesMax, bodyMs });
}

/** All of it is here already, as almost always: nothing to wait for, so nothing listens and nothing is timed. */
function arrived(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (request.readableLength > bytesMax) return Promise.reject(new AppError('request_too_large'));
  return Promise.resolve((request.read() as Buffer | null) ?? NOTHING);
}

const NOTHING = Buffer.alloc(0);

interface Arriving {
  readonly request: IncomingMessage;
  readonly bytesMax: number;
  readonly bodyMs: number;
}

function arriving({ request, bytesMax, bodyMs }: Arriving): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > bytesMax) settle(() => reject(new AppError('request_too_large')));
    };
    const onEnd = (): void =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes)));
    const onClose = (): void => settle(() => reject(new ClientGoneError()));
    const timer = setTimeout(() => afterOneMoreTurn(() => settle(() => reject(requestCutShort()))), bodyMs);
    function settle(finish: () => void): void {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      finish();
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
