/** The input of video-preview: short clips from all over a video, one after the other. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { PREVIEW_FORMATS, boxSide, noQualityOf } from '../../video/pictures.ts';
import { videoArgument } from '../../video/source.ts';

const SIDE_MAX = 1280;

export const previewSchema = Type.Object(
  {
    source: videoArgument,
    model: Type.Enum([...PREVIEW_FORMATS], { title: 'Format', description: 'The format of the preview.' }),
    clips: Type.Optional(
      Type.Integer({
        title: 'Clips',
        minimum: 1,
        maximum: 12,
        default: 4,
        description: 'How many clips, from the middles of as many equal parts of the video. 1: from its middle.',
      }),
    ),
    clipSeconds: Type.Optional(
      Type.Number({
        title: 'Seconds a clip',
        minimum: 0.2,
        maximum: 10,
        default: 1,
        description:
          'How long each clip lasts, in seconds. Where the clips would be longer than the video, all of it is shown.',
      }),
    ),
    width: Type.Optional(boxSide('Width', { most: SIDE_MAX, preset: 320 })),
    height: Type.Optional(boxSide('Height', { most: SIDE_MAX, preset: 320 })),
    framesPerSecond: Type.Optional(
      Type.Integer({
        title: 'Pictures a second',
        minimum: 1,
        maximum: 25,
        default: 10,
        description: 'Pictures a second of the preview.',
      }),
    ),
    quality: Type.Optional(
      Type.Integer({
        title: 'Quality',
        minimum: 1,
        maximum: 100,
        description: 'Quality of a WebP; without it 60. GIF has none: its colours are the 256 that fit best.',
      }),
    ),
  },
  { ...closedInput, allOf: [noQualityOf('model', 'gif')] },
);

export type PreviewArguments = Chainable<
  Defaulted<Static<typeof previewSchema>, 'clips' | 'clipSeconds' | 'width' | 'height' | 'framesPerSecond'>
>;
