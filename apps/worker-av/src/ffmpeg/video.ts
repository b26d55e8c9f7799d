/** What is made of pictures that move: an MP4 of one track of each kind, and nothing that a file says of itself. */
import { type Size, VIDEO_ENCODINGS, type VideoEncoding, type VideoQuality } from '@farebox/catalog';
import { ENCODERS, VIDEO_ENCODERS } from '@farebox/ffmpeg';
import { picturesIn, soundOf } from './filters.ts';
import { type Given, withinFullScale } from './full-scale.ts';
import type { Output } from './output.ts';

export interface Encoded {
  readonly encoding: VideoEncoding;
  readonly quality: VideoQuality;
}

export interface VideoTracks {
  /** A pad of the graph. */
  readonly pictures: string;
  /** A pad; or the first track of the first input, where there is one; or none. */
  readonly sound: { readonly pad: string } | 'source' | 'none';
  readonly size: Size;
  /** Has perhaps fewer pictures than one a second. */
  readonly isSlow?: boolean;
  /** The most that it may last, without what an encoder adds at both ends. */
  readonly secondsMax: number;
}

export function videoOutput(
  { encoding, quality }: Encoded,
  { pictures, sound, size, secondsMax, isSlow = false }: VideoTracks,
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
      ...(isSlow ? CLOCK[encoding] : []),
    ],
  };
}

/** The pictures of the first input as they are, with the sound of a pad. */
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

/** Goes nowhere: every first track is decoded. */
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
  const { words, graph } = withinFullScale(sound === 'source' ? 'source, if any' : sound);
  return { words: [...words, '-c:a', ENCODERS.aac, '-b:a', '160k', '-flags:a', '+bitexact'], graph };
}

/** Of a constant quality: each encoder has a scale of its own, on which less is better. */
const RATES: Readonly<Record<VideoEncoding, Readonly<Record<VideoQuality, number>>>> = {
  'h264-fast': { low: 29, medium: 24, high: 20, highest: 17 },
  'h264-quality': { low: 28, medium: 23, high: 19, highest: 16 },
  vp9: { low: 42, medium: 34, high: 28, highest: 20 },
  av1: { low: 44, medium: 36, high: 29, highest: 21 },
};

/** How many pictures an encoder keeps decides what memory it needs: at the largest size it must stay within the limit of a run. */
const H264_MEMORY = ['-rc-lookahead', '10', '-refs', '2'] as const;
/** No rate is aimed at, and no picture is looked at before its turn. */
const FREE_RATE = ['-b:v', '0', '-lag-in-frames', '0', '-row-mt', '0'] as const;
/** Its clock is the rate of the pictures, and of that libaom takes no less than one a second. */
const CLOCK: Readonly<Record<VideoEncoding, readonly string[]>> = {
  'h264-fast': [],
  'h264-quality': [],
  vp9: [],
  av1: ['-enc_time_base', '1:1000'],
};
const SPEEDS: Readonly<Record<VideoEncoding, readonly string[]>> = {
  'h264-fast': ['-preset', 'veryfast', ...H264_MEMORY],
  'h264-quality': ['-preset', 'medium', ...H264_MEMORY],
  vp9: ['-deadline', 'realtime', '-cpu-used', '6', ...FREE_RATE],
  av1: ['-usage', 'realtime', '-cpu-used', '7', ...FREE_RATE],
};
