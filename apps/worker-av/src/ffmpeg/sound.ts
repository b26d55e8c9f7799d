/** Audio output: one track in one of the formats, without metadata. The same audio gives the same bytes. */
import { ENCODERS } from '@farebox/sandbox';
import { AUDIO_FORMATS, type AudioFormat, extensionOf } from '@farebox/kernel';
import { type Given, withinFullScale } from './full-scale.ts';
import { integer } from './number.ts';
import type { Output } from './output.ts';

export interface Encoding {
  readonly format: AudioFormat;
  readonly bitrateKbps?: number;
  readonly sampleRateHz?: number;
  readonly channels?: 1 | 2;
}

interface SoundOptions {
  /** A pad of the graph. */
  readonly pad: string;
  /** The longest allowed duration, without the padding that an encoder adds at both ends. */
  readonly secondsMax: number;
  /** The sounds that the result is made of. If one has more than 16 bits a sample, so has a WAV or FLAC. */
  readonly sources: readonly { readonly bits: number }[];
}

export function soundOutput(encoding: Encoding, { pad, secondsMax, sources }: SoundOptions): Output {
  const { format, channels, sampleRateHz } = encoding;
  const { words, graph } = givenTo(format, pad);
  return {
    file: `result${extensionOf(AUDIO_FORMATS[format])}`,
    mimeType: AUDIO_FORMATS[format],
    secondsMax,
    graph,
    words: [
      ...words,
      ...ALONE,
      '-flags:a',
      '+bitexact',
      ...(channels === undefined ? [] : ['-ac', integer(channels)]),
      ...(sampleRateHz === undefined ? [] : ['-ar', integer(sampleRateHz)]),
      ...CODECS[format](
        encoding,
        sources.some(({ bits }) => bits > 16),
      ),
    ],
  };
}

/** Encoders that work with floats. The others get integers anyway. */
const COUNT_IN_FLOATS: ReadonlySet<AudioFormat> = new Set(['mp3', 'aac', 'opus']);

const givenTo = (format: AudioFormat, pad: string): Given =>
  COUNT_IN_FLOATS.has(format) ? withinFullScale(pad) : { words: ['-map', `[${pad}]`], graph: [] };

/** Decodes a track and discards it. */
export const listenedTo = (track: string): readonly string[] => ['-map', track, ...ALONE, '-f', 'null', '-'];

const NOTHING_TOLD = ['-map_metadata', '-1', '-map_chapters', '-1'] as const;
const ALONE = ['-vn', '-sn', '-dn', ...NOTHING_TOLD] as const;

/** The limit for one channel; the number of channels is not known here, and the encoder refuses more. */
const OPUS_KBPS_MAX = 256;

/** @param isDeep whether to write 24 bits a sample: all that FLAC has, and all that floats of 32 bits hold. */
type Codec = (encoding: Encoding, isDeep: boolean) => readonly string[];

const CODECS: Readonly<Record<AudioFormat, Codec>> = {
  mp3: ({ bitrateKbps = 160 }) => [...codec('mp3'), ...bitrate(bitrateKbps), '-id3v2_version', '0', '-f', 'mp3'],
  wav: (_, isDeep) => ['-c:a', isDeep ? 'pcm_s24le' : ENCODERS.wav, '-f', 'wav'],
  aac: ({ bitrateKbps = 160 }) => [...codec('aac'), ...bitrate(bitrateKbps), '-movflags', '+faststart', '-f', 'ipod'],
  opus: ({ bitrateKbps = 96 }) => [...codec('opus'), ...bitrate(Math.min(bitrateKbps, OPUS_KBPS_MAX)), '-f', 'opus'],
  flac: (_, isDeep) => [
    ...codec('flac'),
    ...(isDeep ? ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'] : ['-sample_fmt', 's16']),
    '-f',
    'flac',
  ],
};

const codec = (format: AudioFormat): readonly string[] => ['-c:a', ENCODERS[format]];
const bitrate = (kbps: number): readonly string[] => ['-b:a', `${integer(kbps)}k`];
