/** The input of video-contact-sheet. The size of the result follows from the grid alone. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { closedInput, colour } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import {
  SHEET_FITS,
  boxSide,
  noQualityOf,
  pictureFormatArgument,
  pictureQualityArgument,
} from '../../video/pictures.ts';
import { videoArgument } from '../../video/source.ts';

const CELLS_MAX = 10;
const CELL_SIDE_MAX = 2048;
const GAP_MAX = 256;

const cells = (title: string, { preset, where }: { preset: number; where: string }) =>
  Type.Integer({ title, minimum: 1, maximum: CELLS_MAX, default: preset, description: `Number of frames ${where}.` });

export const contactSheetSchema = Type.Object(
  {
    source: videoArgument,
    columns: Type.Optional(cells('Columns', { preset: 4, where: 'in a row' })),
    rows: Type.Optional(cells('Rows', { preset: 3, where: 'in a column' })),
    cellWidth: Type.Optional(boxSide('Cell width', { most: CELL_SIDE_MAX, preset: 320 })),
    cellHeight: Type.Optional(boxSide('Cell height', { most: CELL_SIDE_MAX, preset: 180 })),
    gap: Type.Optional(
      Type.Integer({
        title: 'Gap',
        minimum: 0,
        maximum: GAP_MAX,
        default: 8,
        description: 'Pixels between the frames and around all of them.',
      }),
    ),
    fit: Type.Optional(
      Type.Enum([...SHEET_FITS], {
        title: 'Fit',
        default: 'contain',
        description:
          'How a frame fills its cell; it may be enlarged. contain: the whole frame, padded with the background. cover: cropped around the centre.',
      }),
    ),
    background: Type.Optional(colour('Background', 'Colour #rrggbb of the gaps and the padding; black by default.')),
    format: Type.Optional(pictureFormatArgument),
    quality: Type.Optional(pictureQualityArgument),
  },
  { ...closedInput, allOf: [noQualityOf('format', 'png')] },
);

export type ContactSheetArguments = Chainable<
  Defaulted<
    Static<typeof contactSheetSchema>,
    'columns' | 'rows' | 'cellWidth' | 'cellHeight' | 'gap' | 'fit' | 'format'
  >
>;
