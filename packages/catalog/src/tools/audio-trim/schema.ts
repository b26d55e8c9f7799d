/** The input of audio-trim: a part of a sound, by its start and its end. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { noBitrate, resultArguments, type ResultArguments } from '../../audio/result.ts';
import { SOUND_SECONDS_MAX, soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';

const FADE_SECONDS_MAX = 60;

const fade = (title: string, what: string) =>
  Type.Number({
    title,
    minimum: 0,
    maximum: FADE_SECONDS_MAX,
    default: 0,
    description: `Seconds over which the result ${what}.`,
  });

export const trimAudioSchema = Type.Object(
  {
    source: soundArgument,
    startSeconds: Type.Optional(
      Type.Number({
        title: 'Start',
        minimum: 0,
        maximum: SOUND_SECONDS_MAX,
        default: 0,
        description: 'Where the result begins, in seconds of the source; it must lie before the end of the source.',
      }),
    ),
    endSeconds: Type.Optional(
      Type.Number({
        title: 'End',
        minimum: 0.001,
        maximum: SOUND_SECONDS_MAX,
        description:
          'Where the result ends, in seconds of the source, after the start. Without it, or beyond the source: where the source ends.',
      }),
    ),
    fadeInSeconds: Type.Optional(fade('Fade in', 'rises from silence at its beginning')),
    fadeOutSeconds: Type.Optional(fade('Fade out', 'falls to silence at its end')),
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate] },
);

type Given = Static<typeof trimAudioSchema>;
export type TrimAudioArguments = Chainable<
  ResultArguments<Defaulted<Given, 'startSeconds' | 'fadeInSeconds' | 'fadeOutSeconds'>>
>;
