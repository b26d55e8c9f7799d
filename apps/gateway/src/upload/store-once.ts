/**
 * Stores one file under a key that was never used: received on disk first, so that a slow sender holds no connection of
 * the store. The same bytes again get the same response; other bytes are refused. Nothing inspects them here.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@farebox/contract';
import type { ArtifactStore } from '@farebox/storage';
import { unavailable } from '../endpoint/failure.ts';
import { inFolder } from './in-folder.ts';

export interface StoredOnce {
  readonly sizeBytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

interface Arriving {
  readonly key: string;
  readonly bytesMax: number;
  readonly body: AsyncIterable<Buffer>;
}

const MIME_TYPE = 'application/octet-stream';

/** Throws AppError, and the errors of the body and of the store. */
export async function storeOnce(
  artifacts: Pick<ArtifactStore, 'putNew' | 'read' | 'stat'>,
  { key, bytesMax, body }: Arriving,
): Promise<StoredOnce> {
  return await inFolder(async (folder) => {
    const path = join(folder, 'file');
    const came = await receivedAt(path, body, bytesMax);
    const { sizeBytes } = came;
    if (sizeBytes === 0) throw new AppError('file_content_mismatch', { details: { fields: { '': 'is empty' } } });
    if (await artifacts.putNew(key, createReadStream(path), { mimeType: MIME_TYPE, sizeBytes })) return came;
    const stored = await artifacts.stat(key);
    if (stored === null) throw unavailable('service_unavailable'); // removed at this moment
    if (stored.sizeBytes !== sizeBytes || (await digestOf(await artifacts.read(key))) !== came.sha256)
      throw new AppError('upload_url_used', { details: { sizeBytes: stored.sizeBytes } });
    return came;
  });
}

async function receivedAt(path: string, body: AsyncIterable<Buffer>, bytesMax: number): Promise<StoredOnce> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const piece of body) {
    sizeBytes += piece.length;
    if (sizeBytes > bytesMax) throw new AppError('file_too_large', { details: { bytesMax } });
    hash.update(piece);
    await file.writeFile(piece);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

async function digestOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}
