/** The largest pictures that are worked on, and made. */

/** A picture of 4096 × 2176, whichever way it is turned: what an encoder has memory for. */
export const VIDEO_PIXELS_MAX = 8_912_896;
export const VIDEO_SIDE_MAX = 4096;

/** Of a tool that takes several: their decoders are open at once. */
export const VIDEOS_MAX = 8;
/** Of the pictures of all of them: eight of 1920 × 1080, two of the largest. */
export const VIDEOS_PIXELS_MAX = 2 * VIDEO_PIXELS_MAX;
/** What a video lasts at least that is joined to others: two pictures at the lowest rate of a result. */
export const VIDEO_JOINED_SECONDS_MIN = 0.2;
