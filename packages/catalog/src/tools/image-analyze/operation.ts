/** The operation `analyze`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

export const analyze = operation({
  engine: 'image',
  parameters: { colors: Type.Integer({ minimum: 1, maximum: 16 }) },
  inputs: ['source'],
  artifacts: 'none',
});
