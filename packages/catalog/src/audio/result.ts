/** The format that sound tools make their result in: what an input says of it, and what a plan passes on. */
import { AUDIO_FORMAT_NAMES, AUDIO_FORMATS, type AudioFormat } from '@farebox/kernel';
import { Type } from 'typebox';
import type { FileBounds } from '../files/bounds.ts';
import { BITRATES, SAMPLE_RATES, type SampleRate } from '../operations/parameters.ts';
import type { Defaulted } from '../tool.ts';
import { SOUND_PADDING_SECONDS, SOUND_SECONDS_MAX } from './source.ts';

/** Fields of an input. */
export const resultArguments = {
  format: Type.Optional(
    Type.Enum([...AUDIO_FORMAT_NAMES], {
      title: 'Format',
      default: 'mp3',
      description:
        'The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).',
    }),
  ),
  bitrateKbps: Type.Optional(
    Type.Integer({
      title: 'Bit rate',
      ...BITRATES,
      description:
        'mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.',
    }),
  ),
};

/** Of a result that several sources meet in, which may differ in both. */
export const meetingArguments = {
  sampleRateHz: Type.Optional(
    Type.Enum([...SAMPLE_RATES], {
      title: 'Sample rate',
      description: 'Samples a second that all sources are brought to. Default: 44100; opus always has 48000.',
    }),
  ),
  channels: Type.Optional(
    Type.Enum([1, 2], {
      title: 'Channels',
      default: 2,
      description: '1: all sources are mixed down to mono; 2: to stereo.',
    }),
  ),
};

export const meetingRate = ({ format, sampleRateHz }: { format: AudioFormat; sampleRateHz?: SampleRate }): SampleRate =>
  sampleRateHz ?? (format === 'opus' ? 48_000 : 44_100);

/** Where one of these formats is asked for, these fields do not apply: a form hides them. */
export const withoutFields = (
  field: 'model' | 'format',
  formats: readonly AudioFormat[],
  fields: readonly string[],
) => ({
  if: { properties: { [field]: { title: 'Format', enum: formats } }, required: [field] },
  then: { properties: Object.fromEntries(fields.map((name) => [name, false])) },
});

export const noBitrate = withoutFields('format', ['wav', 'flac'], ['bitrateKbps']);

export const noRate = withoutFields('format', ['opus'], ['sampleRateHz']);

/** Why a result cannot be made that long; null where it can. */
export const tooLong = (seconds: number): string | null =>
  seconds > SOUND_SECONDS_MAX ? `make a result of up to ${seconds} seconds; it may last ${SOUND_SECONDS_MAX}` : null;

export type ResultArguments<T extends { readonly format?: unknown }> = Defaulted<T, 'format'>;

/** @param secondsMax without what the encoder adds. */
export const resultBounds = (format: AudioFormat, secondsMax: number): FileBounds => ({
  mimeTypes: [AUDIO_FORMATS[format]],
  durationSecondsMax: secondsMax + SOUND_PADDING_SECONDS,
});

export const formatOf = ({ format }: { readonly format: AudioFormat }): AudioFormat => format;
