/** `concat-video`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { VIDEO_QUALITIES } from '../../video/encoding.ts';

export const concatVideo = operation({
  engine: 'av',
  parameters: { quality: Type.Enum([...VIDEO_QUALITIES]) },
  inputs: ['sources[]'],
  artifacts: 'one',
});
