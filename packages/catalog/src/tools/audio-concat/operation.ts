/** `concat-audio`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { meeting, soundResult } from '../../operations/parameters.ts';

const seconds = Type.Number({ minimum: 0 });

export const concatAudio = operation({
  engine: 'av',
  parameters: { gapSeconds: seconds, crossfadeSeconds: seconds, ...meeting, ...soundResult },
  inputs: ['sources[]'],
  artifacts: 'one',
});
