/** The input of audio-concat: sources in order, with a gap or a crossfade between two of them. */
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
      description: 'Played one after the other, in this order. A file may occur several times.',
    }),
    gapSeconds: Type.Optional(
      between('Gap', 'Seconds of silence between two sources. Cannot be combined with a crossfade.'),
    ),
    crossfadeSeconds: Type.Optional(
      between(
        'Crossfade',
        'Seconds in which one source fades out while the next fades in; limited to half of the shortest source. Cannot be combined with a gap.',
      ),
    ),
    ...meetingArguments,
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate, noRate] },
);

type Given = Defaulted<Static<typeof concatAudioSchema>, 'gapSeconds' | 'crossfadeSeconds' | 'channels'>;
export type ConcatAudioArguments = ResultArguments<Omit<Given, 'sources'>> & { readonly sources: readonly InputRef[] };
