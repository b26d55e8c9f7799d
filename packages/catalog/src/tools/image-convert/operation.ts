/** The operation `convert`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality } from '../../operations/parameters.ts';

export const convert = operation({
  engine: 'image',
  parameters: {
    format: Type.Enum([...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
    lossless: Type.Optional(Type.Boolean()),
    progressive: Type.Optional(Type.Boolean()),
    background: Type.Optional(colour),
  },
  inputs: ['source'],
  artifacts: 'one',
});
