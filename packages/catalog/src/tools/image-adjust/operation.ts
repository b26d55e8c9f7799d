/** The operation `adjust`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, quality } from '../../operations/parameters.ts';

const factor = Type.Number({ minimum: 0, maximum: 10 });

export const adjust = operation({
  engine: 'image',
  parameters: {
    trim: Type.Optional(Type.Integer({ minimum: 0, maximum: 254 })),
    rotate: Type.Optional(Type.Number({ minimum: -360, maximum: 360 })),
    flip: Type.Optional(Type.Boolean()),
    flop: Type.Optional(Type.Boolean()),
    blur: Type.Optional(Type.Number({ minimum: 0.3, maximum: 30 })),
    sharpen: Type.Optional(Type.Number({ minimum: 0.3, maximum: 10 })),
    brightness: Type.Optional(factor),
    saturation: Type.Optional(factor),
    hue: Type.Optional(Type.Integer({ minimum: -360, maximum: 360 })),
    grayscale: Type.Optional(Type.Boolean()),
    format: Type.Enum(['source', ...IMAGE_FORMATS]),
    quality: Type.Optional(quality),
    background: Type.Optional(colour),
  },
  inputs: ['source'],
  artifacts: 'one',
});
