/**
 * The facts that a worker needs of a video before anything decodes it: the measurements of an upload, and the
 * displayed orientation.
 */
import type { Bytes } from './bytes.ts';
import { onFile } from './file-bytes.ts';
import { MismatchError } from './inspection.ts';
import { type Video, videoOf } from './mp4/mp4.ts';

/** Null for a file that is not a complete MP4 with video. The file is never held whole. */
export const measureVideo = (path: string): Video | null => onFile(path, videoIn);

export function videoIn(bytes: Bytes): Video | null {
  try {
    return videoOf(bytes);
  } catch (error) {
    if (!(error instanceof MismatchError)) throw error;
    return null;
  }
}
