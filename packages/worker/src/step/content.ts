/** Bytes are what they are said to be: every transfer is counted and hashed on its way. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Readable, Transform, Writable } from 'node:stream';

export interface Content {
  readonly sha256: string;
  readonly sizeBytes: number;
}

export class ContentMismatchError extends Error {
  override readonly name = 'ContentMismatchError';
}

/** Copies `from` into `to`; rejects, with `to` ended, when the bytes are not `expected`. */
export async function copyExactly(
  from: Readable,
  to: Writable,
  expected: Content & { signal?: AbortSignal },
): Promise<void> {
  const { check, actual } = checker(expected.sizeBytes);
  await pipeline(from, check, to, expected.signal === undefined ? {} : { signal: expected.signal });
  const { sha256, sizeBytes } = actual();
  if (sha256 !== expected.sha256 || sizeBytes !== expected.sizeBytes)
    throw new ContentMismatchError('other bytes than expected');
}

export async function contentOf(path: string): Promise<Content> {
  const { check, actual } = checker(Infinity);
  await pipeline(createReadStream(path), check, discard());
  return actual();
}

export const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

function checker(bytesMax: number) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(sizeBytes > bytesMax ? new ContentMismatchError('more bytes than expected') : null, chunk);
    },
  });
  return { check, actual: (): Content => ({ sha256: hash.digest('hex'), sizeBytes }) };
}
