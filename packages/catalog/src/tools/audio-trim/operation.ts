/** The operation `trim-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { soundResult } from '../../operations/parameters.ts';

const seconds = Type.Number({ minimum: 0 });

export const trimAudio = operation({
  engine: 'av',
  parameters: {
    startSeconds: seconds,
    endSeconds: Type.Optional(seconds),
    fadeInSeconds: seconds,
    fadeOutSeconds: seconds,
    ...soundResult,
  },
  inputs: ['source'],
  artifacts: 'one',
});
