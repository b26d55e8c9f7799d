/**
 * The input of image-collage. The size of the result follows from the grid alone, so it is known before any image is
 * read.
 */
import { Type, type Static } from 'typebox';
import { type InputRef, fileArgument } from '../../files/file.ts';
import { closedInput, colour, qualityArgument } from '../../image/schema.ts';
import { IMAGE_FORMATS } from '../../image/formats.ts';
import { CELL_FITS } from './operation.ts';
import type { Defaulted } from '../../tool.ts';

const IMAGES_MAX = 20;
const CELL_MAX = 8192;
const GAP_MAX = 1024;

const cell = (title: string, sideName: string) =>
  Type.Integer({
    title,
    minimum: 1,
    maximum: CELL_MAX,
    default: 512,
    description: `${sideName} of each cell in pixels.`,
  });

export const collageSchema = Type.Object(
  {
    images: Type.Array(
      fileArgument('Image', 'JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.'),
      {
        title: 'Images',
        minItems: 2,
        maxItems: IMAGES_MAX,
        description: 'Placed in this order, row by row from the top left. A file may occur several times.',
      },
    ),
    columns: Type.Optional(
      Type.Integer({
        title: 'Columns',
        minimum: 1,
        maximum: IMAGES_MAX,
        description:
          'Number of cells in a row. Default: as many columns as rows, or one more. Empty cells show the background.',
      }),
    ),
    cellWidth: Type.Optional(cell('Cell width', 'Width')),
    cellHeight: Type.Optional(cell('Cell height', 'Height')),
    gap: Type.Optional(
      Type.Integer({
        title: 'Gap',
        minimum: 0,
        maximum: GAP_MAX,
        default: 16,
        description: 'Pixels between the cells and around all of them.',
      }),
    ),
    fit: Type.Optional(
      Type.Enum([...CELL_FITS], {
        title: 'Fit',
        default: 'cover',
        description:
          'How an image fills its cell; it may be enlarged. cover: cropped around the centre. contain: the whole image, padded with the background. fill: stretched.',
      }),
    ),
    background: Type.Optional(
      colour(
        'Background',
        'Colour #rrggbb of gaps, of empty cells and behind transparent pixels. Default: transparent if the format supports it, else white.',
      ),
    ),
    format: Type.Optional(
      Type.Enum([...IMAGE_FORMATS], { title: 'Format', default: 'jpeg', description: 'Format of the result.' }),
    ),
    quality: Type.Optional(qualityArgument),
  },
  closedInput,
);

type Given = Defaulted<Static<typeof collageSchema>, 'cellWidth' | 'cellHeight' | 'gap' | 'fit' | 'format'>;

export type CollageArguments = Omit<Given, 'images'> & { readonly images: readonly InputRef[] };
