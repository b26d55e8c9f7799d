/** Pictures that filters draw of sound. What they hold of it at once is bounded here, however long it lasts and whatever its rate. */
import { type Filter, filter } from './filters.ts';
import type { Output } from './output.ts';

/** Both filters keep all samples until the end: with these, a run stays well within its memory. */
const HELD_BYTES_MAX = 320e6;
/** Samples of one frame: many small ones, as Opus has, would cost more than what they hold. */
const FRAME_SAMPLES = 65_536;
const BYTES = { s16: 2, fltp: 4 } as const;

/** Nothing is written until the end: how far the drawing is, is told by what comes by, a line on the standard output for each frame. */
const TOLD = [
  // A frame of which there is nothing to tell is passed over.
  filter('ametadata', { mode: 'add', key: 'passed', value: 1 }),
  filter('ametadata', { mode: 'print', file: '-', direct: 1 }),
] as const;

export interface Held {
  readonly seconds: number;
  readonly channels: 1 | 2;
  readonly format: keyof typeof BYTES;
  /** Samples a second, where the sound is not too long for so many. */
  readonly rateMax: number;
}

export const heldRate = ({ seconds, channels, format, rateMax }: Held): number =>
  Math.min(rateMax, Math.floor(HELD_BYTES_MAX / (BYTES[format] * channels) / Math.max(1, seconds)));

/** @param samplesMin silence is added up to these, since no picture is drawn of fewer samples than it is wide. */
export const held = (sound: Held, samplesMin: number): readonly [Filter, ...Filter[]] => [
  filter('aresample', { sample_rate: heldRate(sound) }),
  filter('aformat', { sample_fmts: sound.format, channel_layouts: sound.channels === 1 ? 'mono' : 'stereo' }),
  filter('apad', { whole_len: samplesMin }),
  filter('asetnsamples', { n: FRAME_SAMPLES, p: 0 }),
  ...TOLD,
];

/** `#rrggbb`, by its number: what a client wrote is no part of a graph. */
export const colourWord = (text: string): string =>
  `0x${Number.parseInt(text.slice(1), 16).toString(16).padStart(6, '0')}`;

/** @param pad of the graph: its first picture. */
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
