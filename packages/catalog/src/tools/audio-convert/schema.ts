/** The input of audio-convert. An option that the chosen model does not have is refused, not ignored. */
import { AUDIO_FORMAT_NAMES, type AudioFormat } from '@tollgate/kernel';
import { type Static, Type } from 'typebox';
import { type ChainableSound, soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import { SAMPLE_RATES } from './operation.ts';

/** `if` the model is one of these, `then` these fields do not apply: a form hides them. */
const without = (models: readonly AudioFormat[], fields: readonly string[]) => ({
  if: { properties: { model: { title: 'Format', enum: models } }, required: ['model'] },
  then: { properties: Object.fromEntries(fields.map((field) => [field, false])) },
});

export const convertAudioSchema = Type.Object(
  {
    source: soundArgument,
    model: Type.Enum([...AUDIO_FORMAT_NAMES], { title: 'Format', description: 'The format of the result.' }),
    bitrateKbps: Type.Optional(
      Type.Integer({
        title: 'Bit rate',
        minimum: 16,
        maximum: 320,
        description:
          'mp3 (default 160), aac (default 160), opus (default 96): kilobits a second; the encoder takes the nearest that it can.',
      }),
    ),
    sampleRateHz: Type.Optional(
      Type.Enum([...SAMPLE_RATES], {
        title: 'Sample rate',
        description:
          'Samples a second. Default: that of the source, or the nearest that the format has; opus always has 48000.',
      }),
    ),
    channels: Type.Optional(
      Type.Enum([1, 2], {
        title: 'Channels',
        description: '1 mixes down to mono, 2 to stereo. Default: as the source, or the most that the format has.',
      }),
    ),
  },
  {
    ...closedInput,
    allOf: [without(['wav', 'flac'], ['bitrateKbps']), without(['opus'], ['sampleRateHz'])],
  },
);

export type ConvertAudioArguments = ChainableSound<Static<typeof convertAudioSchema>>;
