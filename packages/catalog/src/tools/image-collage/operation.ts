/** The operation `collage`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, side } from '../../operations/parameters.ts';

/** How an image fills a cell of a grid. */
export const CELL_FITS = ['cover', 'contain', 'fill'] as const;

export const collage = operation({
  engine: 'image',
  parameters: {
    columns: side,
    cellWidth: side,
    cellHeight: side,
    gap: Type.Integer({ minimum: 0 }),
    fit: Type.Enum([...CELL_FITS]),
    background: Type.Optional(colour),
    format: Type.Enum([...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
  },
  inputs: ['images[]'],
  artifacts: 'one',
});
