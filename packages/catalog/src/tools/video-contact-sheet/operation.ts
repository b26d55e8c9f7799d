/** The operation `sheet-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, side } from '../../operations/parameters.ts';
import { PICTURE_FORMATS, SHEET_FITS } from '../../video/pictures.ts';

export const sheetVideo = operation({
  engine: 'av',
  parameters: {
    columns: side,
    rows: side,
    cellWidth: side,
    cellHeight: side,
    gap: Type.Integer({ minimum: 0 }),
    fit: Type.Enum([...SHEET_FITS]),
    background: Type.Optional(colour),
    format: Type.Enum([...PICTURE_FORMATS]),
    quality: Type.Optional(quality),
  },
  inputs: ['source'],
  artifacts: 'one',
});
