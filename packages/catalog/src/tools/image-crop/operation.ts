/** The operation `crop`: its parameters, input files and artifacts, for plans and the worker. */
import { type TSchema, Type } from 'typebox';
import { COMPASS, IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, ratio, side } from '../../operations/parameters.ts';

/** Positions of a window in an image, and two that depend on its content. */
export const GRAVITIES = [...COMPASS, 'attention', 'entropy'] as const;

const box = <P extends TSchema, S extends TSchema>(offset: P, size: S) =>
  Type.Object({ left: offset, top: offset, width: size, height: size }, { additionalProperties: false });

export const crop = operation({
  engine: 'image',
  parameters: {
    /** In pixels. */
    box: Type.Optional(box(Type.Integer({ minimum: 0 }), side)),
    /** As ratios of the sides. */
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
