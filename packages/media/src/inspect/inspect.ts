/**
 * Whether a file really is of its declared type: declared type, magic bytes and structure must agree, to the last
 * byte. Bounded by the size of the file; no pixels or audio are decoded. Throws only for a defect of ours.
 */
import type { UploadMimeType } from '@farebox/contract';
import type { AnimationType, SoundType } from '@farebox/kernel';
import { inspectAvif } from './avif/avif.ts';
import { bufferOf, type Bytes } from './bytes.ts';
import { onFile } from './file-bytes.ts';
import { inspectFlac } from './flac.ts';
import { inspectGif } from './gif.ts';
import { type Inspection, MismatchError, UnsupportedError } from './inspection.ts';
import { inspectJpeg } from './jpeg.ts';
import { inspectMp3 } from './mp3.ts';
import { inspectM4a, inspectMp4 } from './mp4/mp4.ts';
import { inspectOgg } from './ogg.ts';
import { inspectPng } from './png.ts';
import { hasAllPixels } from './png-amount.ts';
import { inspectWav } from './wav.ts';
import { inspectUploadedWebp } from './webp-upload.ts';
import { inspectWebp } from './webp.ts';

/** Types of uploads, and types that tools make from audio and video. */
export type Inspected = UploadMimeType | SoundType | AnimationType;

const WALKERS: Readonly<Record<Inspected, (bytes: Bytes) => Inspection>> = {
  // Images are within the size limit of an upload, and a checksum covers most of a PNG.
  'image/jpeg': (bytes) => inspectJpeg(bufferOf(bytes)),
  'image/png': (bytes) => inspectPng(bufferOf(bytes)),
  'audio/wav': inspectWav,
  'audio/mpeg': inspectMp3,
  'video/mp4': inspectMp4,
  'audio/mp4': inspectM4a,
  'audio/ogg': inspectOgg,
  'audio/flac': inspectFlac,
  'image/webp': inspectWebp,
  'image/avif': (bytes) => inspectAvif(bufferOf(bytes)),
  'image/gif': inspectGif,
};

/** An upload may have more than a file of our own tools, such as metadata, or less, such as no animation. */
const OF_UPLOADS: Readonly<Partial<typeof WALKERS>> = {
  'image/webp': (bytes) => inspectUploadedWebp(bufferOf(bytes)),
};

export const inspect = (bytes: Buffer, declared: Inspected): Inspection => walked(bytes, declared, WALKERS[declared]);

/** Like `inspect`, for a file of any size on disk, which is never held whole. */
export const inspectFile = (path: string, declared: Inspected): Inspection =>
  onFile(path, (bytes) => walked(bytes, declared, WALKERS[declared]));

/** Like `inspect`, by the rules for files from outside. */
export const inspectOutside = (bytes: Buffer, declared: UploadMimeType): Inspection =>
  walked(bytes, declared, OF_UPLOADS[declared] ?? WALKERS[declared]);

function walked(bytes: Bytes, declared: Inspected, walk: (bytes: Bytes) => Inspection): Inspection {
  try {
    return walk(bytes);
  } catch (error) {
    if (!(error instanceof MismatchError)) throw error;
    const problem =
      error instanceof UnsupportedError
        ? `${declared}: ${error.message}`
        : `is not a complete, undamaged ${declared}: ${error.message}`;
    return { ok: false, reason: 'content_mismatch', problem };
  }
}

/**
 * Like `inspectOutside`. It also counts the pixels of a PNG, which takes a while, so it runs on a
 * separate thread.
 */
export async function inspectUpload(bytes: Buffer, declared: UploadMimeType): Promise<Inspection> {
  const found = inspectOutside(bytes, declared);
  if (!found.ok || declared !== 'image/png' || (await hasAllPixels(bytes))) return found;
  return {
    ok: false,
    reason: 'content_mismatch',
    problem: `is not a complete, undamaged ${declared}: another number of pixels than its header declares`,
  };
}
