/**
 * Whether a file really is what it is declared to be: declared type = magic bytes = structure, walked to the last byte.
 * Pure and bounded by the file's size; nothing is decoded. It throws only for a defect of ours.
 */
import type { UploadMimeType } from '@tollgate/contract';
import { type Inspection, MismatchError } from './inspection.ts';
import { inspectJpeg } from './jpeg.ts';
import { inspectMp3 } from './mp3.ts';
import { inspectMp4 } from './mp4.ts';
import { inspectPng } from './png.ts';
import { inspectWav } from './wav.ts';

const WALKERS: Readonly<Record<UploadMimeType, (bytes: Buffer) => Inspection>> = {
  'image/jpeg': inspectJpeg,
  'image/png': inspectPng,
  'audio/wav': inspectWav,
  'audio/mpeg': inspectMp3,
  'video/mp4': inspectMp4,
};

export function inspect(bytes: Buffer, declared: UploadMimeType): Inspection {
  try {
    return WALKERS[declared](bytes);
  } catch (error) {
    if (!(error instanceof MismatchError)) throw error;
    return { ok: false, reason: 'content_mismatch', problem: `${declared}: ${error.message}` };
  }
}
