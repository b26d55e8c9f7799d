/** `transcribe`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const transcribe = paidOperation({
  parameters: { language: Type.Optional(text), prompt: Type.Optional(text) },
  inputs: ['source'],
  artifacts: 'none',
});
