/** Files of this machine: to upload, and to keep what was made. */
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
};

/** To upload: its type is that of the name's ending. */
export const fileAt = (path: string): Promise<Blob> =>
  openAsBlob(path, { type: TYPES[extname(path).toLowerCase()] ?? '' });

/** Under that name there is the whole artifact, checked, or what was there before. */
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
