/** The operation `concat-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { VIDEO_QUALITIES } from '../../video/encoding.ts';

export const concatVideo = operation({
  engine: 'av',
  parameters: { quality: Type.Enum([...VIDEO_QUALITIES]) },
  inputs: ['sources[]'],
  artifacts: 'one',
});
