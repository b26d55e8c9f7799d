/** The operation `thumbnail-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { colour, quality, ratio, side } from '../../operations/parameters.ts';
import { PICTURE_FITS, PICTURE_FORMATS } from '../../video/pictures.ts';

export const thumbnailVideo = operation({
  engine: 'av',
  parameters: {
    /** Each frame by its second, or by its share of the whole video. */
    frames: Type.Array(
      Type.Object(
        { seconds: Type.Optional(Type.Number({ minimum: 0 })), share: Type.Optional(ratio) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 16 },
    ),
    width: side,
    height: side,
    fit: Type.Enum([...PICTURE_FITS]),
    background: Type.Optional(colour),
    format: Type.Enum([...PICTURE_FORMATS]),
    quality: Type.Optional(quality),
  },
  inputs: ['source'],
  artifacts: { each: 'frames' },
});
