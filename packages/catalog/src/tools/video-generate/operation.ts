/** The operation `predict-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const predictVideo = paidOperation({
  parameters: { prompt: text, seconds: Type.Integer({ minimum: 1 }) },
  inputs: [],
  artifacts: 'one',
});
