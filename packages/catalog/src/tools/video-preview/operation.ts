/** The operation `preview-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { quality, side } from '../../operations/parameters.ts';
import { PREVIEW_FORMATS } from '../../video/pictures.ts';

export const previewVideo = operation({
  engine: 'av',
  parameters: {
    format: Type.Enum([...PREVIEW_FORMATS]),
    clips: Type.Integer({ minimum: 1, maximum: 12 }),
    clipSeconds: Type.Number({ minimum: 0.2, maximum: 10 }),
    width: side,
    height: side,
    framesPerSecond: Type.Integer({ minimum: 1, maximum: 25 }),
    quality: Type.Optional(quality),
  },
  inputs: ['source'],
  artifacts: 'one',
});
