/**
 * Files that exist in every project, so that the catalog's examples run unchanged. They are never uploaded and never
 * expire.
 */
import type { FileFacts } from './file.ts';

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

/** Facts of the sample files. A test of `@farebox/files` compares them with the files. */
export const SAMPLE_FILES: readonly FileFacts[] = [
  {
    id: SAMPLE_IDS.photo,
    mimeType: 'image/jpeg',
    sizeBytes: 57190,
    sha256: '8a411139f4c611f1191ab026b07002c25de8f35efed916ee339d6cf7aedc9a69',
    width: 1600,
    height: 1067,
  },
  {
    id: SAMPLE_IDS.drawing,
    mimeType: 'image/png',
    sizeBytes: 22886,
    sha256: '84aa8f0af3962b09434388ff5c5eed61c917ca29b991e224b06c98fea7813e11',
    width: 800,
    height: 600,
  },
  {
    id: SAMPLE_IDS.speech,
    mimeType: 'audio/mpeg',
    sizeBytes: 23431,
    sha256: '76f7fdde7dec2c5c9441b83d3c984982a553658937e1f77e7e95bfbb3be0e146',
    durationSeconds: 4.649796,
  },
  {
    id: SAMPLE_IDS.music,
    mimeType: 'audio/mpeg',
    sizeBytes: 96862,
    sha256: 'a0bd953fb884eb6e69a8f865382524dfe1e5282ec745fed774e8681329366c62',
    durationSeconds: 8.045714,
  },
  {
    id: SAMPLE_IDS.video,
    mimeType: 'video/mp4',
    sizeBytes: 67782,
    sha256: '273b8ad920dd67139a281b8078437d55f4b6233f8c8d7f48857470a8ee416d2d',
    width: 640,
    height: 360,
    durationSeconds: 5.03873,
  },
];

export const EXAMPLE_PHOTO = { fileId: SAMPLE_IDS.photo } as const;
export const EXAMPLE_MUSIC = { fileId: SAMPLE_IDS.music } as const;
export const EXAMPLE_DRAWING = { fileId: SAMPLE_IDS.drawing } as const;
export const EXAMPLE_SPEECH = { fileId: SAMPLE_IDS.speech } as const;
export const EXAMPLE_VIDEO = { fileId: SAMPLE_IDS.video } as const;
