/** The input of audio-remove-silence: the definition of silence, as in audio-analyze, and how much of it is kept. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { noBitrate, resultArguments, type ResultArguments } from '../../audio/result.ts';
import { silenceArguments } from '../../audio/silence.ts';
import { soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { KEPT_SECONDS } from './operation.ts';

export const removeSilenceSchema = Type.Object(
  {
    source: soundArgument,
    ...silenceArguments('shortened'),
    keepSeconds: Type.Optional(
      Type.Number({
        title: 'Kept silence',
        ...KEPT_SECONDS,
        default: 0.1,
        description:
          'Seconds that are kept of each such silence, half at either end, so that words do not run together. At the beginning and the end of the source, all of it is kept next to the audio.',
      }),
    ),
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate] },
);

type Given = Static<typeof removeSilenceSchema>;
export type RemoveSilenceArguments = Chainable<
  ResultArguments<Defaulted<Given, 'silenceDb' | 'silenceSeconds' | 'keepSeconds'>>
>;
