/** Files on disk: sources of uploads, and targets of artifacts. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Artifact } from '../artifact.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.m4a': 'audio/mp4',
};

/** A file to upload; its type is derived from the file name extension. */
export const fileAt = (path: string): Promise<Blob> =>
  openAsBlob(path, { type: TYPES[extname(path).toLowerCase()] ?? '' });

/** Saves an artifact atomically: the file has the whole verified artifact, or its old content. */
export async function saveAs(
  artifact: Artifact,
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const draft = join(dirname(path), `.${randomUUID()}.part`);
  try {
    const stream = await artifact.stream(options);
    await pipeline(Readable.fromWeb(stream), createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
