/** The operation `watermark`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { COMPASS, IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, ratio, text } from '../../operations/parameters.ts';

export const watermark = operation({
  engine: 'image',
  parameters: {
    /** If absent, the mark is the file in `overlay`. */
    text: Type.Optional(text),
    color: Type.Optional(colour),
    position: Type.Enum([...COMPASS]),
    margin: Type.Integer({ minimum: 0 }),
    scale: ratio,
    opacity: ratio,
    tile: Type.Boolean(),
    format: Type.Enum(['source', ...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
    background: Type.Optional(colour),
  },
  inputs: ['source', 'overlay?'],
  artifacts: 'one',
});
