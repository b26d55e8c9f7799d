/** `convert`: what a worker is told of it, and nothing else. */
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
