/** What a video may be that is worked on: an operator may lower it, and prices rest on what stands here. */
import { VIDEO_PICTURES_PER_SECOND_MAX, VIDEO_PIXELS_MAX } from '@farebox/catalog';

export interface VideoLimits {
  readonly pixelsMax: number;
  /** On average. */
  readonly picturesPerSecondMax: number;
}

export const VIDEO_LIMITS: VideoLimits = {
  pixelsMax: VIDEO_PIXELS_MAX,
  picturesPerSecondMax: VIDEO_PICTURES_PER_SECOND_MAX,
};
