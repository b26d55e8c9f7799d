/** `mix-audio`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { meeting, soundResult } from '../../operations/parameters.ts';

/** How long a mix lasts. */
export const MIX_LENGTHS = ['longest', 'first'] as const;

export const mixAudio = operation({
  engine: 'av',
  parameters: {
    /** Of each input, in their order. */
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
