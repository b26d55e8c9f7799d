/** The operation `convert-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { SAMPLE_RATES, soundResult } from '../../operations/parameters.ts';

export const convertAudio = operation({
  engine: 'av',
  parameters: {
    ...soundResult,
    sampleRateHz: Type.Optional(Type.Enum([...SAMPLE_RATES])),
    channels: Type.Optional(Type.Enum([1, 2])),
  },
  inputs: ['source'],
  artifacts: 'one',
});
