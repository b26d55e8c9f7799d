/** The operation `transcribe`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const transcribe = paidOperation({
  parameters: { language: Type.Optional(text), prompt: Type.Optional(text) },
  inputs: ['source'],
  artifacts: 'none',
});
