/** The operation `analyze-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { operation } from '../../operations/declaration.ts';
import { silence } from '../../operations/parameters.ts';

export const analyzeAudio = operation({
  engine: 'av',
  parameters: silence,
  inputs: ['source'],
  artifacts: 'none',
});
