/**
 * Pictures that filters draw from audio. This file bounds the memory for samples, whatever the duration and the sample
 * rate.
 */
import { type Filter, filter } from './filters.ts';
import type { Output } from './output.ts';

/** Both filters keep all samples until the end. With this limit, a run stays well within its memory. */
const HELD_BYTES_MAX = 320e6;
/** Samples per frame: many small frames, as Opus has, would need more memory than their samples. */
const FRAME_SAMPLES = 65_536;
const BYTES = { s16: 2, fltp: 4 } as const;

/** ffmpeg writes nothing until the end, so progress is reported by a line on standard output for each audio frame. */
const TOLD = [
  // The print filter skips frames without metadata, so each frame gets an entry.
  filter('ametadata', { mode: 'add', key: 'passed', value: 1 }),
  filter('ametadata', { mode: 'print', file: '-', direct: 1 }),
] as const;

export interface Held {
  readonly seconds: number;
  readonly channels: 1 | 2;
  readonly format: keyof typeof BYTES;
  /** The sample rate, unless the audio is too long for it. */
  readonly rateMax: number;
}

export const heldRate = ({ seconds, channels, format, rateMax }: Held): number =>
  Math.min(rateMax, Math.floor(HELD_BYTES_MAX / (BYTES[format] * channels) / Math.max(1, seconds)));

/**
 * @param samplesMin silence is appended up to this number, because a picture needs at least as many samples as its
 * width.
 */
export const held = (sound: Held, samplesMin: number): readonly [Filter, ...Filter[]] => [
  filter('aresample', { sample_rate: heldRate(sound) }),
  filter('aformat', { sample_fmts: sound.format, channel_layouts: sound.channels === 1 ? 'mono' : 'stereo' }),
  filter('apad', { whole_len: samplesMin }),
  filter('asetnsamples', { n: FRAME_SAMPLES, p: 0 }),
  ...TOLD,
];

/** `#rrggbb` converted through its number, so that no client text enters a graph. */
export const colourWord = (text: string): string =>
  `0x${Number.parseInt(text.slice(1), 16).toString(16).padStart(6, '0')}`;

/** @param pad of the graph; its first frame is written. */
export const drawingOutput = (pad: string, pixels: 'rgb24' | 'rgba'): Output => ({
  file: 'result.png',
  mimeType: 'image/png',
  words: [
    '-map',
    `[${pad}]`,
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-frames:v',
    '1',
    '-flags:v',
    '+bitexact',
    '-c:v',
    'png',
    '-pix_fmt',
    pixels,
    '-f',
    'image2pipe',
  ],
});
