/** `replace-audio`: what a worker is told of it, and nothing else. */
import { operation } from '../../operations/declaration.ts';

export const replaceAudio = operation({
  engine: 'av',
  parameters: {},
  inputs: ['source', 'sound'],
  artifacts: 'one',
});
