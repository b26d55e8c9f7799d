/** The limits for videos. An operator may lower them; prices are based on these values. */
import { VIDEO_PICTURES_PER_SECOND_MAX, VIDEO_PIXELS_MAX } from '@farebox/catalog';

export interface VideoLimits {
  readonly pixelsMax: number;
  /** The average frame rate. */
  readonly picturesPerSecondMax: number;
}

export const VIDEO_LIMITS: VideoLimits = {
  pixelsMax: VIDEO_PIXELS_MAX,
  picturesPerSecondMax: VIDEO_PICTURES_PER_SECOND_MAX,
};
