/** The operation `predict-image`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const predictImage = paidOperation({
  parameters: { prompt: text, strength: Type.Number({ minimum: 0, maximum: 1 }) },
  inputs: ['source'],
  artifacts: 'one',
});
