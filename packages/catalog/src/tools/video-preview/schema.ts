/** The input of video-preview: short clips from the whole video, one after the other. */
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
    model: Type.Enum([...PREVIEW_FORMATS], { title: 'Format', description: 'Format of the preview.' }),
    clips: Type.Optional(
      Type.Integer({
        title: 'Clips',
        minimum: 1,
        maximum: 12,
        default: 4,
        description:
          'How many clips, from the middles of as many equal parts of the video. 1: one clip from its middle.',
      }),
    ),
    clipSeconds: Type.Optional(
      Type.Number({
        title: 'Seconds per clip',
        minimum: 0.2,
        maximum: 10,
        default: 1,
        description:
          'Duration of each clip in seconds. If the clips would be longer than the video, the whole video is shown.',
      }),
    ),
    width: Type.Optional(boxSide('Width', { most: SIDE_MAX, preset: 320 })),
    height: Type.Optional(boxSide('Height', { most: SIDE_MAX, preset: 320 })),
    framesPerSecond: Type.Optional(
      Type.Integer({
        title: 'Frames per second',
        minimum: 1,
        maximum: 25,
        default: 10,
        description: 'Frames per second of the preview.',
      }),
    ),
    quality: Type.Optional(
      Type.Integer({
        title: 'Quality',
        minimum: 1,
        maximum: 100,
        description: 'Quality of a WebP; 60 by default. GIF has none: it uses the 256 colours that fit best.',
      }),
    ),
  },
  { ...closedInput, allOf: [noQualityOf('model', 'gif')] },
);

export type PreviewArguments = Chainable<
  Defaulted<Static<typeof previewSchema>, 'clips' | 'clipSeconds' | 'width' | 'height' | 'framesPerSecond'>
>;
