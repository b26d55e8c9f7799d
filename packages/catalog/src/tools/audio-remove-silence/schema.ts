/** The input of audio-remove-silence: what is silence, as audio-analyze lists it, and how much of it stays. */
import { Type, type Static } from 'typebox';
import { noBitrate, resultArguments, type ResultArguments } from '../../audio/result.ts';
import { type ChainableSound, soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import { SILENCE_DB, SILENCE_SECONDS } from '../../operations/parameters.ts';
import type { Defaulted } from '../../tool.ts';
import { KEPT_SECONDS } from './operation.ts';

export const removeSilenceSchema = Type.Object(
  {
    source: soundArgument,
    silenceDb: Type.Optional(
      Type.Integer({
        title: 'Silence level',
        ...SILENCE_DB,
        default: -50,
        description: 'Decibels relative to full scale; what stays below in all channels is silence.',
      }),
    ),
    silenceSeconds: Type.Optional(
      Type.Number({
        title: 'Shortest silence',
        ...SILENCE_SECONDS,
        default: 0.5,
        description: 'Seconds that a silence lasts at least to be shortened.',
      }),
    ),
    keepSeconds: Type.Optional(
      Type.Number({
        title: 'Kept silence',
        ...KEPT_SECONDS,
        default: 0.1,
        description:
          'Seconds that stay of each such silence, half at either end, so that words do not run together; at the beginning and the end of the source all of it beside the sound.',
      }),
    ),
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate] },
);

type Given = Static<typeof removeSilenceSchema>;
export type RemoveSilenceArguments = ChainableSound<
  ResultArguments<Defaulted<Given, 'silenceDb' | 'silenceSeconds' | 'keepSeconds'>>
>;
