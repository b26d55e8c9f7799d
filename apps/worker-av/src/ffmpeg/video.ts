/** Video output: an MP4 with one track of each kind, without metadata. */
import { type Size, VIDEO_ENCODINGS, type VideoEncoding, type VideoQuality } from '@farebox/catalog';
import { ENCODERS, VIDEO_ENCODERS } from '@farebox/sandbox';
import { picturesIn, soundOf } from './filters.ts';
import { type Given, withinFullScale } from './full-scale.ts';
import { integer } from './number.ts';
import type { Output } from './output.ts';

export interface Encoded {
  readonly encoding: VideoEncoding;
  readonly quality: VideoQuality;
}

export interface VideoTracks {
  /** A pad of the graph. */
  readonly pictures: string;
  /** A pad, or none. */
  readonly sound: { readonly pad: string } | 'none';
  readonly size: Size;
  /** Seconds for which the last picture is shown. */
  readonly lastSeconds: number;
  /** Whether all pictures are shown for about as long as one another. */
  readonly isEven: boolean;
  /** The longest allowed duration, without the padding that an encoder adds at both ends. */
  readonly secondsMax: number;
}

export function videoOutput(
  { encoding, quality }: Encoded,
  { pictures, sound, size, secondsMax, lastSeconds, isEven }: VideoTracks,
): Output {
  const encoded = encodedSound(sound);
  return {
    file: 'result.mp4',
    mimeType: 'video/mp4',
    secondsMax,
    size,
    graph: encoded.graph,
    words: [
      '-map',
      `[${pictures}]`,
      ...encoded.words,
      ...MP4,
      ...told({ 'c:v': VIDEO_ENCODERS[VIDEO_ENCODINGS[encoding]], pix_fmt: 'yuv420p', fps_mode: 'vfr' }),
      ...told({ 'flags:v': '+bitexact', crf: String(RATES[encoding][quality]) }),
      ...SPEEDS[encoding],
      ...(isEven ? [] : IN_ORDER[encoding]),
      ...CLOCK,
      '-bsf:v',
      `setts=pts=PTS:dts=DTS:duration=${integer(Math.round(lastSeconds * CLOCK_HZ))}`,
    ],
  };
}

/** Copies the frames of the first input, and adds the audio of a pad. */
export function copiedVideoOutput({ sound, secondsMax }: { sound: string; secondsMax: number }): Output {
  const { words, graph } = encodedSound({ pad: sound });
  return {
    file: 'result.mp4',
    mimeType: 'video/mp4',
    secondsMax,
    graph,
    words: ['-map', picturesIn(0), ...words, ...MP4, '-c:v', 'copy'],
  };
}

const told = (options: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

/** Decodes the first track of each kind and discards it. */
export const lookedAt = (): readonly string[] => [
  '-map',
  `${picturesIn(0)}?`,
  '-map',
  `${soundOf(0)}?`,
  '-sn',
  '-dn',
  '-f',
  'null',
  '-',
];

const MP4 = [
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-movflags',
  '+faststart',
  '-f',
  'mp4',
] as const;

function encodedSound(sound: VideoTracks['sound']): Given {
  if (sound === 'none') return { words: ['-an'], graph: [] };
  const { words, graph } = withinFullScale(sound.pad);
  return { words: [...words, '-c:a', ENCODERS.aac, '-b:a', '160k', '-flags:a', '+bitexact'], graph };
}

/** Constant quality: each encoder has its own scale, on which a lower value is better. */
const RATES: Readonly<Record<VideoEncoding, Readonly<Record<VideoQuality, number>>>> = {
  'h264-fast': { low: 29, medium: 24, high: 20, highest: 17 },
  'h264-quality': { low: 28, medium: 23, high: 19, highest: 16 },
  vp9: { low: 42, medium: 34, high: 28, highest: 20 },
  av1: { low: 44, medium: 36, high: 29, highest: 21 },
};

/**
 * The number of frames that an encoder keeps determines its memory, which must stay within the limit of a run at the
 * largest size.
 */
const H264_MEMORY = ['-rc-lookahead', '10', '-refs', '2'] as const;
/** Has no target bit rate, and does not look ahead. */
const FREE_RATE = ['-b:v', '0', '-lag-in-frames', '0', '-row-mt', '0'] as const;
/** Without this, the clock would be the frame rate that ffmpeg guesses, and move or drop pictures between its ticks. */
const CLOCK_HZ = 90_000;
const CLOCK = ['-enc_time_base', `1:${CLOCK_HZ}`] as const;
/**
 * Pictures in another order than shown get decoding times from the gaps between others. If the gaps differ, these times
 * last longer than the video, and players and editors disagree on its length.
 */
const H264_IN_ORDER = ['-bf', '0'] as const;
const IN_ORDER: Readonly<Record<VideoEncoding, readonly string[]>> = {
  'h264-fast': H264_IN_ORDER,
  'h264-quality': H264_IN_ORDER,
  vp9: [],
  av1: [],
};
const SPEEDS: Readonly<Record<VideoEncoding, readonly string[]>> = {
  'h264-fast': ['-preset', 'veryfast', ...H264_MEMORY],
  'h264-quality': ['-preset', 'medium', ...H264_MEMORY],
  vp9: ['-deadline', 'realtime', '-cpu-used', '6', ...FREE_RATE],
  av1: ['-usage', 'realtime', '-cpu-used', '7', ...FREE_RATE],
};
