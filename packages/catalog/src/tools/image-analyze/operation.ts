/** `analyze`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

export const analyze = operation({
  engine: 'image',
  parameters: { colors: Type.Integer({ minimum: 1, maximum: 16 }) },
  inputs: ['source'],
  artifacts: 'none',
});
