/** `compare`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

export const compare = operation({
  engine: 'image',
  parameters: { tolerance: Type.Integer({ minimum: 0, maximum: 255 }), diff: Type.Boolean() },
  inputs: ['source', 'other'],
  artifacts: 'optional',
});
