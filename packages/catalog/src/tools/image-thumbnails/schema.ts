/** The input of image-thumbnails: one artifact for each size, in order. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import {
  closedInput,
  colour,
  fitArgument,
  formatArgument,
  given,
  qualityArgument,
  targetSide,
} from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import type { Defaulted } from '../../tool.ts';

const SIDE_MAX = 8192;
/** The most files that a sandbox run can return. */
const SIZES_MAX = 16;

const size = Type.Object(
  {
    width: Type.Optional(targetSide('Width', { most: SIDE_MAX })),
    height: Type.Optional(targetSide('Height', { most: SIDE_MAX })),
    fit: Type.Optional(fitArgument),
  },
  { title: 'Size', additionalProperties: false, anyOf: [given('width', 'Width'), given('height', 'Height')] },
);

export const thumbnailsSchema = Type.Object(
  {
    source: sourceArgument,
    sizes: Type.Array(size, {
      title: 'Sizes',
      minItems: 1,
      maxItems: SIZES_MAX,
      description: 'One artifact is made for each size, in this order; at most 40 megapixels in total.',
    }),
    allowEnlargement: Type.Optional(
      Type.Boolean({
        title: 'Allow enlargement',
        default: false,
        description:
          'Whether a thumbnail may be larger than the image. If not, a side that would grow keeps its length; only the padding of contain may exceed it.',
      }),
    ),
    format: Type.Optional(formatArgument),
    quality: Type.Optional(qualityArgument),
    background: Type.Optional(
      colour(
        'Background',
        'Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.',
      ),
    ),
  },
  closedInput,
);

type Sized = Omit<Static<typeof thumbnailsSchema>, 'sizes'> & {
  readonly sizes: readonly Defaulted<Static<typeof size>, 'fit'>[];
};
export type ThumbnailsArguments = Chainable<Defaulted<Sized, 'allowEnlargement' | 'format'>>;
