/** The operation `replace-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { operation } from '../../operations/declaration.ts';

export const replaceAudio = operation({
  engine: 'av',
  parameters: {},
  inputs: ['source', 'sound'],
  artifacts: 'one',
});
