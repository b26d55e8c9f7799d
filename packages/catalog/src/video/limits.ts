/** The largest frames that are read and written. */

/** 4096 × 2176 pixels in either orientation: the limit of an encoder's memory. */
export const VIDEO_PIXELS_MAX = 8_912_896;
export const VIDEO_SIDE_MAX = 4096;

/** The most sources of one tool: their decoders are open at the same time. */
export const VIDEOS_MAX = 8;
/** Pixels of one frame of each source together: eight of 1920 × 1080, or two of the largest. */
export const VIDEOS_PIXELS_MAX = 2 * VIDEO_PIXELS_MAX;
/** The shortest duration of a video that is joined to others: two frames at the lowest rate of a result. */
export const VIDEO_JOINED_SECONDS_MIN = 0.2;
