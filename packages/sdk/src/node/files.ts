/** Files on disk: sources of uploads, and targets of artifacts. */
import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, openAsBlob } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
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

/** A file to upload; its type is derived from the file name extension. Rejects with the path if the file cannot be read. */
export async function fileAt(path: string): Promise<Blob> {
  const type = TYPES[extname(path).toLowerCase()] ?? '';
  const unreadable = (why: string, cause?: unknown) => new Error(`the file ${path} cannot be read: ${why}`, { cause });
  try {
    await access(path, constants.R_OK);
    const blob = (await stat(path)).isDirectory() ? null : await openAsBlob(path, { type });
    // `upload` names the file by this, as it does with a File.
    if (blob !== null) return Object.defineProperty(blob, 'name', { value: path });
  } catch (cause) {
    throw unreadable((cause as Error).message, cause);
  }
  throw unreadable('it is a folder');
}

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
