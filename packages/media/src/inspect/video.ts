/** What a worker must know of a video before anything decodes it: measured as an upload is, and how it will be shown. */
import type { Bytes } from './bytes.ts';
import { onFile } from './file-bytes.ts';
import { MismatchError } from './inspection.ts';
import { type Video, videoOf } from './mp4/mp4.ts';

/** Null: no whole MP4 with pictures. The file is never held whole. */
export const measureVideo = (path: string): Video | null => onFile(path, videoIn);

export function videoIn(bytes: Bytes): Video | null {
  try {
    return videoOf(bytes);
  } catch (error) {
    if (!(error instanceof MismatchError)) throw error;
    return null;
  }
}
