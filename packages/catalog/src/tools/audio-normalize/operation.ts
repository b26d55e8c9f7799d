/** The operation `normalize-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { soundResult } from '../../operations/parameters.ts';

/** Outcomes if the loudness cannot be reached within the peak limit. */
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
