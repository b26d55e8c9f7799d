/** The operation `resize`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { FITS, IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, side } from '../../operations/parameters.ts';

export const resize = operation({
  engine: 'image',
  parameters: {
    width: Type.Optional(side),
    height: Type.Optional(side),
    fit: Type.Enum([...FITS]),
    allowEnlargement: Type.Boolean(),
    format: Type.Enum(['source', ...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
    background: Type.Optional(colour),
  },
  inputs: ['source'],
  artifacts: 'one',
});
