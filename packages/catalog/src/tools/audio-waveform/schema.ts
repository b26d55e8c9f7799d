/** The input of audio-waveform. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { pictureArguments, type PictureArguments } from '../../audio/picture.ts';
import { soundArgument } from '../../audio/source.ts';
import { closedInput, colour } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { AMPLITUDE_SCALES, WAVES } from './operation.ts';

export const waveformSchema = Type.Object(
  {
    source: soundArgument,
    ...pictureArguments({ width: 1200, height: 300 }),
    channels: Type.Optional(
      Type.Enum([...WAVES], {
        title: 'Channels',
        default: 'mixed',
        description: 'mixed draws one wave for all channels; split draws left above right (a mono source twice).',
      }),
    ),
    scale: Type.Optional(
      Type.Enum([...AMPLITUDE_SCALES], {
        title: 'Scale',
        default: 'linear',
        description:
          'How amplitude is mapped to height. square-root shows quiet parts larger than linear, and logarithmic shows them largest.',
      }),
    ),
    color: Type.Optional({ ...colour('Colour', 'Colour #rrggbb of the wave.'), default: '#2563eb' }),
    background: Type.Optional(colour('Background', 'Colour #rrggbb behind the wave; transparent by default.')),
  },
  closedInput,
);

type Given = Static<typeof waveformSchema>;
export type WaveformArguments = Chainable<PictureArguments<Defaulted<Given, 'channels' | 'scale' | 'color'>>>;
