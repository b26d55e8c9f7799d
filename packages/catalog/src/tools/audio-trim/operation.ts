/** What a worker is told of a part of a sound. */
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
