/** The operation `thumbnails`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { FITS, IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, side } from '../../operations/parameters.ts';

export const thumbnails = operation({
  engine: 'image',
  parameters: {
    sizes: Type.Array(
      Type.Object(
        { width: Type.Optional(side), height: Type.Optional(side), fit: Type.Enum([...FITS]) },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    allowEnlargement: Type.Boolean(),
    format: Type.Enum(['source', ...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
    background: Type.Optional(colour),
  },
  inputs: ['source'],
  artifacts: { each: 'sizes' },
});
