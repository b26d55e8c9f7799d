/** The operation `transcode-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { RESULT_PICTURES_PER_SECOND_MAX, VIDEO_ENCODING_NAMES, VIDEO_QUALITIES } from '../../video/encoding.ts';

export const transcodeVideo = operation({
  engine: 'av',
  parameters: {
    encoding: Type.Enum([...VIDEO_ENCODING_NAMES]),
    quality: Type.Enum([...VIDEO_QUALITIES]),
    picturesPerSecondMax: Type.Integer({ minimum: 1, maximum: RESULT_PICTURES_PER_SECOND_MAX }),
    sound: Type.Boolean(),
  },
  inputs: ['source'],
  artifacts: 'one',
});
