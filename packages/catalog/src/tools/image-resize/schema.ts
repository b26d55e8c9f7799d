/** The input of image-resize. */
import { Type, type Static } from 'typebox';
import { closedInput, colour, formatArgument, given, qualityArgument } from '../../image/schema.ts';
import { type Chainable, sourceArgument } from '../../image/source.ts';
import { FITS } from '../../image/formats.ts';
import type { Defaulted } from '../../tool.ts';

const SIDE_MAX = 8192;

const side = (title: string) =>
  Type.Integer({
    title,
    minimum: 1,
    maximum: SIDE_MAX,
    description: `Target ${title.toLowerCase()} in pixels. With only one of the two, the other follows the aspect ratio.`,
  });

export const resizeSchema = Type.Object(
  {
    source: sourceArgument,
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
          'Whether the image may grow. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.',
      }),
    ),
    format: Type.Optional(formatArgument),
    quality: Type.Optional(qualityArgument),
    background: Type.Optional(
      colour(
        'Background',
        'Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.',
      ),
    ),
  },
  { ...closedInput, anyOf: [given('width', 'Width'), given('height', 'Height')] },
);

export type ResizeArguments = Chainable<Defaulted<Static<typeof resizeSchema>, 'fit' | 'allowEnlargement' | 'format'>>;
