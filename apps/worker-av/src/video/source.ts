/** How a video is measured here before ffmpeg sees it: as the upload was, and against the bounds that its price rests on. */
import { readFile } from 'node:fs/promises';
import { VIDEO_PICTURES_PER_SECOND_MAX, VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from '@tollgate/catalog';
import { measureVideo, type Video } from '@tollgate/media';
import { type InputFile, OperationFailure } from '@tollgate/worker';
import type { Studio } from '../studio.ts';

export interface VideoSource extends Video {
  readonly mimeType: 'video/mp4';
  readonly pixels: number;
  /** On average; at least one picture counts as one a second. */
  readonly picturesPerSecond: number;
}

/** Rejects with OperationFailure for what is no whole MP4 with pictures, or is more than is worked on. */
export async function measuredVideo({ path, mimeType }: InputFile, { secondsMax }: Studio): Promise<VideoSource> {
  const video = mimeType === 'video/mp4' ? measureVideo(await readFile(path)) : null;
  if (video === null) throw new OperationFailure('source_not_readable');
  const { width, height, durationSeconds, pictures, picturesSeconds } = video;
  const pixels = width * height;
  const isTooLarge = pixels > VIDEO_PIXELS_MAX || Math.max(width, height) > VIDEO_SIDE_MAX;
  // What lasts less than a second costs as much as one does.
  const isTooDense = pictures > VIDEO_PICTURES_PER_SECOND_MAX * Math.max(1, durationSeconds);
  if (isTooLarge || isTooDense || durationSeconds > secondsMax) throw new OperationFailure('source_too_large');
  const picturesPerSecond = Math.max(1, picturesSeconds === 0 ? 1 : pictures / picturesSeconds);
  return { ...video, mimeType: 'video/mp4', pixels, picturesPerSecond };
}
