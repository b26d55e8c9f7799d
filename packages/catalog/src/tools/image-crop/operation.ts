/** `crop`: what a worker is told of it, and nothing else. */
import { type TSchema, Type } from 'typebox';
import { COMPASS, IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, ratio, side } from '../../operations/parameters.ts';

/** Places of a window in a picture, and the two that its content decides. */
export const GRAVITIES = [...COMPASS, 'attention', 'entropy'] as const;

const box = <P extends TSchema, S extends TSchema>(place: P, size: S) =>
  Type.Object({ left: place, top: place, width: size, height: size }, { additionalProperties: false });

export const crop = operation({
  engine: 'image',
  parameters: {
    /** In pixels. */
    box: Type.Optional(box(Type.Integer({ minimum: 0 }), side)),
    /** In ratios of the sides. */
    part: Type.Optional(box(ratio, ratio)),
    window: Type.Optional(
      Type.Object({ width: side, height: side, gravity: Type.Enum([...GRAVITIES]) }, { additionalProperties: false }),
    ),
    format: Type.Enum(['source', ...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
    background: Type.Optional(colour),
  },
  inputs: ['source'],
  artifacts: 'one',
});
