/** The operation `clip-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { VIDEO_QUALITIES } from '../../video/encoding.ts';

const seconds = Type.Number({ minimum: 0 });

export const clipVideo = operation({
  engine: 'av',
  parameters: { startSeconds: seconds, endSeconds: Type.Optional(seconds), quality: Type.Enum([...VIDEO_QUALITIES]) },
  inputs: ['source'],
  artifacts: 'one',
});
