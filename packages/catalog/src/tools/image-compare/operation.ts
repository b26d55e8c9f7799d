/** The operation `compare`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

export const compare = operation({
  engine: 'image',
  parameters: { tolerance: Type.Integer({ minimum: 0, maximum: 255 }), diff: Type.Boolean() },
  inputs: ['source', 'other'],
  artifacts: 'optional',
});
