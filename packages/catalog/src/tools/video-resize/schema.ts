/** The input of video-resize: that of image-resize, as far as a video has it. */
import { type Static, Type } from 'typebox';
import { FITS } from '../../image/formats.ts';
import { closedInput, given } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { VIDEO_SIDE_MAX } from '../../video/limits.ts';
import { videoQualityArgument } from '../../video/schema.ts';
import { type ChainableVideo, videoArgument } from '../../video/source.ts';

const side = (title: string) =>
  Type.Integer({
    title,
    minimum: 2,
    maximum: VIDEO_SIDE_MAX,
    description: `Target ${title.toLowerCase()} in pixels, rounded down to an even number. With only one of the two, the other follows the aspect ratio.`,
  });

export const resizeVideoSchema = Type.Object(
  {
    source: videoArgument,
    width: Type.Optional(side('Width')),
    height: Type.Optional(side('Height')),
    fit: Type.Optional(
      Type.Enum([...FITS], {
        title: 'Fit',
        default: 'inside',
        description:
          'How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.',
      }),
    ),
    allowEnlargement: Type.Optional(
      Type.Boolean({
        title: 'Allow enlargement',
        default: false,
        description:
          'Whether the pictures may grow. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.',
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

export type ResizeVideoArguments = ChainableVideo<
  Defaulted<Static<typeof resizeVideoSchema>, 'fit' | 'allowEnlargement' | 'background' | 'quality'>
>;
