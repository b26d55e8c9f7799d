/**
 * Verifies that bytes have the expected size and hash during every transfer. Files of many megabytes pass for each
 * step, so chunks are large and stages are few.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export interface Content {
  readonly sha256: string;
  readonly sizeBytes: number;
}

export class ContentMismatchError extends Error {
  override readonly name = 'ContentMismatchError';
}

/** Takes a quarter of the time that Node's default takes. */
export const PIECE_BYTES = 1024 * 1024;

interface Expected extends Content {
  readonly signal?: AbortSignal;
}

/**
 * Passes all of `from` to `write` in chunks. Rejects, and destroys `from`, if the bytes are not `expected` or the
 * signal aborts. Chunks written before that stay.
 */
export async function copyExactly(
  from: Readable,
  write: (piece: Buffer) => Promise<unknown> | void,
  { sha256, sizeBytes, signal }: Expected,
): Promise<void> {
  const hash = createHash('sha256');
  let seen = 0;
  const stop = (): void => void from.destroy(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    for await (const piece of from as AsyncIterable<Buffer>) {
      hash.update(piece);
      seen += piece.length;
      if (seen > sizeBytes) throw new ContentMismatchError('more bytes than expected');
      await write(piece);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    from.destroy();
  }
  if (seen !== sizeBytes || hash.digest('hex') !== sha256) throw new ContentMismatchError('other bytes than expected');
}

export async function contentOf(path: string): Promise<Content> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let sizeBytes = 0;
  await using file = await open(path);
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
    if (bytesRead === 0) return { sha256: hash.digest('hex'), sizeBytes };
    hash.update(piece.subarray(0, bytesRead));
    sizeBytes += bytesRead;
  }
}
