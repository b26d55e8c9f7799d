/** Encodings of videos: the models of the tools that encode, for schemas, plans and workers alike. */
import type { VideoFormat } from '@farebox/kernel';

/** By the name of the model. */
export const VIDEO_ENCODINGS = {
  'h264-fast': 'h264',
  'h264-quality': 'h264',
  vp9: 'vp9',
  av1: 'av1',
} as const satisfies Readonly<Record<string, VideoFormat>>;
export type VideoEncoding = keyof typeof VIDEO_ENCODINGS;
export const VIDEO_ENCODING_NAMES = Object.keys(VIDEO_ENCODINGS) as VideoEncoding[];

export const VIDEO_QUALITIES = ['low', 'medium', 'high', 'highest'] as const;
export type VideoQuality = (typeof VIDEO_QUALITIES)[number];

/** The highest frame rate of a result. */
export const RESULT_PICTURES_PER_SECOND_MAX = 60;
