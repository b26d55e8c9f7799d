/** `watermark`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { COMPASS, IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, ratio, text } from '../../operations/parameters.ts';

export const watermark = operation({
  engine: 'image',
  parameters: {
    /** Without it, the mark is the file in `overlay`. */
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
