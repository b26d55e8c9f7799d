/** What a worker is told of the analysis of a sound. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

/** Below full scale. */
export const SILENCE_DB = { minimum: -90, maximum: -10 } as const;
export const SILENCE_SECONDS = { minimum: 0.1, maximum: 60 } as const;

export const analyzeAudio = operation({
  engine: 'av',
  parameters: {
    silenceDb: Type.Integer(SILENCE_DB),
    silenceSeconds: Type.Number(SILENCE_SECONDS),
  },
  inputs: ['source'],
  artifacts: 'none',
});
