/** The largest pictures that are worked on, and made. */

/** A picture of 4096 × 2176, whichever way it is turned: what an encoder has memory for. */
export const VIDEO_PIXELS_MAX = 8_912_896;
export const VIDEO_SIDE_MAX = 4096;
