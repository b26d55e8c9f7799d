/** What a worker is told of the analysis of a sound. */
import { operation } from '../../operations/declaration.ts';
import { silence } from '../../operations/parameters.ts';

export const analyzeAudio = operation({
  engine: 'av',
  parameters: silence,
  inputs: ['source'],
  artifacts: 'none',
});
