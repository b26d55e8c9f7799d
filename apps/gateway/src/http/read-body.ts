/** Reads a request body whole, in memory, and never more than its limit. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@tollgate/contract';

/** The client went away in the middle of its request; there is nobody left to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** Rejects with `request_too_large` as soon as it is certain; the rest is then left unread. */
export function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.reject(new AppError('request_too_large'));
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
    function settle(finish: () => void): void {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      finish();
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
