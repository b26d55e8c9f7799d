/** The input of audio-concat: sounds in their order, and what is between two of them. */
import { Type, type Static } from 'typebox';
import { meetingArguments, noBitrate, noRate, resultArguments, type ResultArguments } from '../../audio/result.ts';
import { soundArgument, SOUNDS_MAX } from '../../audio/source.ts';
import type { InputRef } from '../../files/file.ts';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';

const BETWEEN_SECONDS_MAX = 30;

const between = (title: string, description: string) =>
  Type.Number({ title, minimum: 0, maximum: BETWEEN_SECONDS_MAX, default: 0, description });

export const concatAudioSchema = Type.Object(
  {
    sources: Type.Array(soundArgument, {
      title: 'Sources',
      minItems: 2,
      maxItems: SOUNDS_MAX,
      description: 'Played one after the other, in this order. One may stand there several times.',
    }),
    gapSeconds: Type.Optional(between('Gap', 'Seconds of silence between two sources. Not together with a crossfade.')),
    crossfadeSeconds: Type.Optional(
      between(
        'Crossfade',
        'Seconds in which one source falls while the next rises; at most half of the shortest source is taken. Not together with a gap.',
      ),
    ),
    ...meetingArguments,
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate, noRate] },
);

type Given = Defaulted<Static<typeof concatAudioSchema>, 'gapSeconds' | 'crossfadeSeconds' | 'channels'>;
export type ConcatAudioArguments = ResultArguments<Omit<Given, 'sources'>> & { readonly sources: readonly InputRef[] };
