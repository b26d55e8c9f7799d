/** What a worker is told of the sound of a video. */
import { operation } from '../../operations/declaration.ts';
import { soundResult } from '../../operations/parameters.ts';

export const extractAudio = operation({
  engine: 'av',
  parameters: soundResult,
  inputs: ['source'],
  artifacts: 'one',
});
