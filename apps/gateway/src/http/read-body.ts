/** Reads a whole request body into memory, never more than its limit. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@farebox/contract';
import { requestCutShort } from '../endpoint/failure.ts';
import { announcedBytes } from './header.ts';
import { afterOneMoreTurn } from './one-more-turn.ts';

/** The client disconnected in the middle of its request, so there is no response to send. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** Time limit for the whole body. No legitimate client needs longer for 64 KiB. */
const BODY_MS = 10_000;

/**
 * Rejects with `request_too_large` as soon as the size is certain, and with `service_unavailable` when the rest does not
 * arrive in time. The remaining bytes are then left unread.
 */
export function readBody(request: IncomingMessage, bytesMax: number, bodyMs = BODY_MS): Promise<Buffer> {
  if ((announcedBytes(request) ?? 0) > bytesMax) return Promise.reject(tooLarge(bytesMax));
  // The client disconnected during authentication: the request emits no further event.
  if (request.destroyed && !request.readableEnded) return Promise.reject(new ClientGoneError());
  return request.complete ? arrived(request, bytesMax) : arriving({ request, bytesMax, bodyMs });
}

/** In almost all requests the whole body is already buffered: no listeners and no timer are needed. */
function arrived(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (request.readableLength > bytesMax) return Promise.reject(tooLarge(bytesMax));
  return Promise.resolve((request.read() as Buffer | null) ?? NOTHING);
}

const tooLarge = (bytesMax: number): AppError => new AppError('request_too_large', { details: { bytesMax } });

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
      if (bytes > bytesMax) settle(() => reject(tooLarge(bytesMax)));
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
