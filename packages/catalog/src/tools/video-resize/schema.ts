/** The input of video-resize: that of image-resize, as far as it applies to video. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { closedInput, fitArgument, given, targetSide } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { VIDEO_SIDE_MAX } from '../../video/limits.ts';
import { videoQualityArgument } from '../../video/schema.ts';
import { videoArgument } from '../../video/source.ts';

const SIDE = { least: 2, most: VIDEO_SIDE_MAX, how: ', rounded down to an even number' } as const;

export const resizeVideoSchema = Type.Object(
  {
    source: videoArgument,
    width: Type.Optional(targetSide('Width', SIDE)),
    height: Type.Optional(targetSide('Height', SIDE)),
    fit: Type.Optional(fitArgument),
    allowEnlargement: Type.Optional(
      Type.Boolean({
        title: 'Allow enlargement',
        default: false,
        description:
          'Whether the video may be enlarged. If not, a side that would grow keeps its length; only the padding of contain may exceed it.',
      }),
    ),
    background: Type.Optional(
      Type.String({
        title: 'Background',
        pattern: '^#[0-9a-fA-F]{6}$',
        default: '#000000',
        description: 'Colour #rrggbb of the padding of contain.',
      }),
    ),
    quality: Type.Optional(videoQualityArgument),
  },
  { ...closedInput, anyOf: [given('width', 'Width'), given('height', 'Height')] },
);

export type ResizeVideoArguments = Chainable<
  Defaulted<Static<typeof resizeVideoSchema>, 'fit' | 'allowEnlargement' | 'background' | 'quality'>
>;
