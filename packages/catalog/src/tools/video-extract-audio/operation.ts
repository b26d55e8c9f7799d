/** The operation `extract-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { operation } from '../../operations/declaration.ts';
import { soundResult } from '../../operations/parameters.ts';

export const extractAudio = operation({
  engine: 'av',
  parameters: soundResult,
  inputs: ['source'],
  artifacts: 'one',
});
