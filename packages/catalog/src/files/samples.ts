/**
 * Files that exist in every project, so that the catalog's examples run unchanged. They are never uploaded and never
 * expire.
 */
export const SAMPLE_IDS = {
  /** 1600 × 1067 pixels. */
  photo: 'file_sample_photo',
  /** 800 × 600 pixels, mostly transparent. */
  drawing: 'file_sample_drawing',
  /** 4.6 s of English speech. */
  speech: 'file_sample_speech',
  /** 8 s, stereo. */
  music: 'file_sample_music',
  /** 5 s, 640 × 360 pixels, two scenes with sound. */
  video: 'file_sample_video',
} as const;

export const EXAMPLE_PHOTO = { fileId: SAMPLE_IDS.photo } as const;
export const EXAMPLE_MUSIC = { fileId: SAMPLE_IDS.music } as const;
export const EXAMPLE_DRAWING = { fileId: SAMPLE_IDS.drawing } as const;
export const EXAMPLE_SPEECH = { fileId: SAMPLE_IDS.speech } as const;
export const EXAMPLE_VIDEO = { fileId: SAMPLE_IDS.video } as const;
