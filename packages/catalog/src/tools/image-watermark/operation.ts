/** `watermark`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, ratio, text } from '../../operations/parameters.ts';

/** Places of a mark in a picture. */
export const POSITIONS = [
  'center',
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

export const watermark = operation({
  engine: 'image',
  parameters: {
    /** Without it, the mark is the file in `overlay`. */
    text: Type.Optional(text),
    color: Type.Optional(colour),
    position: Type.Enum([...POSITIONS]),
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
