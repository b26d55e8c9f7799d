/** The audio format of a result: schema fields for inputs, and bounds for plans. */
import { AUDIO_FORMAT_NAMES, AUDIO_FORMATS, type AudioFormat } from '@farebox/kernel';
import { Type } from 'typebox';
import type { FileBounds } from '../files/bounds.ts';
import { BITRATES, SAMPLE_RATES, type SampleRate } from '../operations/parameters.ts';
import type { Defaulted } from '../tool.ts';
import { SOUND_PADDING_SECONDS, SOUND_SECONDS_MAX } from './source.ts';

/** Fields of an input schema. */
export const resultArguments = {
  format: Type.Optional(
    Type.Enum([...AUDIO_FORMAT_NAMES], {
      title: 'Format',
      default: 'mp3',
      description:
        'Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.',
    }),
  ),
  bitrateKbps: Type.Optional(
    Type.Integer({
      title: 'Bit rate',
      ...BITRATES,
      description:
        'Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.',
    }),
  ),
};

/** Fields for a result of several sources, which may differ in sample rate and channels. */
export const meetingArguments = {
  sampleRateHz: Type.Optional(
    Type.Enum([...SAMPLE_RATES], {
      title: 'Sample rate',
      description: 'Samples per second to which all sources are converted. Default: 44100; opus always has 48000.',
    }),
  ),
  channels: Type.Optional(
    Type.Enum([1, 2], {
      title: 'Channels',
      default: 2,
      description: '1 mixes all sources down to mono, 2 to stereo.',
    }),
  ),
};

export const meetingRate = ({ format, sampleRateHz }: { format: AudioFormat; sampleRateHz?: SampleRate }): SampleRate =>
  sampleRateHz ?? (format === 'opus' ? 48_000 : 44_100);

/** If one of these formats is requested, these fields do not apply: a form hides them. */
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

/** The reason why a result of this length is refused; null if it is allowed. */
export const tooLong = (seconds: number): string | null =>
  seconds > SOUND_SECONDS_MAX
    ? `make a result of up to ${seconds} seconds; the limit is ${SOUND_SECONDS_MAX} seconds`
    : null;

export type ResultArguments<T extends { readonly format?: unknown }> = Defaulted<T, 'format'>;

/** @param secondsMax without the padding that the encoder adds. */
export const resultBounds = (format: AudioFormat, secondsMax: number): FileBounds => ({
  mimeTypes: [AUDIO_FORMATS[format]],
  durationSecondsMax: secondsMax + SOUND_PADDING_SECONDS,
});

export const formatOf = ({ format }: { readonly format: AudioFormat }): AudioFormat => format;
