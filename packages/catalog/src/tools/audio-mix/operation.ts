/** The operation `mix-audio`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { meeting, soundResult } from '../../operations/parameters.ts';

/** How the length of a mix is determined. */
export const MIX_LENGTHS = ['longest', 'first'] as const;

export const mixAudio = operation({
  engine: 'av',
  parameters: {
    /** One track for each input, in the same order. */
    tracks: Type.Array(
      Type.Object(
        { gainDb: Type.Number({ minimum: -60, maximum: 20 }), offsetSeconds: Type.Number({ minimum: 0 }) },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    length: Type.Enum([...MIX_LENGTHS]),
    limit: Type.Boolean(),
    ...meeting,
    ...soundResult,
  },
  inputs: ['tracks[]'],
  artifacts: 'one',
});
