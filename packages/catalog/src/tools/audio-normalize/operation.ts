/** `normalize-audio`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { soundResult } from '../../operations/parameters.ts';

/** What becomes of a loudness that cannot be reached below the peak. */
export const UNREACHED = ['best-effort', 'fail'] as const;

export const normalizeAudio = operation({
  engine: 'av',
  parameters: {
    loudnessLufs: Type.Number({ minimum: -40, maximum: -8 }),
    truePeakDb: Type.Number({ minimum: -9, maximum: 0 }),
    whenUnmet: Type.Enum([...UNREACHED]),
    ...soundResult,
  },
  inputs: ['source'],
  artifacts: 'one',
});
