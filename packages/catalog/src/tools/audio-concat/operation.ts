/** The operation `concat-audio`: its parameters, input files and artifacts, for plans and the worker. */
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
