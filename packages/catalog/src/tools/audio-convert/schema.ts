/** The input of audio-convert. An option that the chosen model does not support is refused, not ignored. */
import type { Chainable } from '../../files/file.ts';
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { type Static, Type } from 'typebox';
import { resultArguments, withoutFields } from '../../audio/result.ts';
import { soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import { SAMPLE_RATES } from '../../operations/parameters.ts';

export const convertAudioSchema = Type.Object(
  {
    source: soundArgument,
    model: Type.Enum([...AUDIO_FORMAT_NAMES], { title: 'Format', description: 'Format of the result.' }),
    bitrateKbps: resultArguments.bitrateKbps,
    sampleRateHz: Type.Optional(
      Type.Enum([...SAMPLE_RATES], {
        title: 'Sample rate',
        description:
          'Samples per second. Default: that of the source, or the nearest that the format supports; opus always has 48000.',
      }),
    ),
    channels: Type.Optional(
      Type.Enum([1, 2], {
        title: 'Channels',
        description:
          '1 mixes down to mono, 2 to stereo. Default: as many as the source, or the most that the format supports.',
      }),
    ),
  },
  {
    ...closedInput,
    allOf: [
      withoutFields('model', ['wav', 'flac'], ['bitrateKbps']),
      withoutFields('model', ['opus'], ['sampleRateHz']),
    ],
  },
);

export type ConvertAudioArguments = Chainable<Static<typeof convertAudioSchema>>;
