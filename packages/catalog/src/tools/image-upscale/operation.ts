/** The operation `predict-upscale`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';

export const predictUpscale = paidOperation({
  parameters: { scale: Type.Integer({ minimum: 1 }) },
  inputs: ['source'],
  artifacts: 'one',
});
