/** `predict-upscale`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';

export const predictUpscale = paidOperation({
  parameters: { scale: Type.Integer({ minimum: 1 }) },
  inputs: ['source'],
  artifacts: 'one',
});
