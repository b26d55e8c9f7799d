/** The input of audio-spectrogram. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { pictureArguments, type PictureArguments } from '../../audio/picture.ts';
import { soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { FREQUENCIES, FREQUENCY_SCALES, PALETTES, RANGES } from './operation.ts';

export const spectrogramSchema = Type.Object(
  {
    source: soundArgument,
    ...pictureArguments({ width: 1200, height: 512 }),
    maximumFrequencyHz: Type.Optional(
      Type.Integer({
        title: 'Highest frequency',
        ...FREQUENCIES,
        default: 20_000,
        description:
          'Frequency at the upper edge in hertz; the lower edge is 0. For a source of more than half an hour it may be lowered, down to 11,111 Hz for one hour: output.result.maximumFrequencyHz is the frequency that was drawn.',
      }),
    ),
    frequencyScale: Type.Optional(
      Type.Enum([...FREQUENCY_SCALES], {
        title: 'Frequency scale',
        default: 'linear',
        description: 'linear, or logarithmic, which gives low frequencies more space than high ones.',
      }),
    ),
    dynamicRangeDb: Type.Optional(
      Type.Integer({
        title: 'Dynamic range',
        ...RANGES,
        default: 120,
        description: 'Decibels below full scale down to which levels have distinct colours.',
      }),
    ),
    palette: Type.Optional(
      Type.Enum([...PALETTES], { title: 'Palette', default: 'magma', description: 'Colours from quiet to loud.' }),
    ),
  },
  closedInput,
);

type Given = Static<typeof spectrogramSchema>;
type Chosen = 'maximumFrequencyHz' | 'frequencyScale' | 'dynamicRangeDb' | 'palette';
export type SpectrogramArguments = Chainable<PictureArguments<Defaulted<Given, Chosen>>>;
