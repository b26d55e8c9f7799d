/** `predict-video`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const predictVideo = paidOperation({
  parameters: { prompt: text, seconds: Type.Integer({ minimum: 1 }) },
  inputs: [],
  artifacts: 'one',
});
