/** The input of audio-trim: the part between a start and an end. */
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
        description: 'Start of the result, in seconds of the source; it must be before the end of the source.',
      }),
    ),
    endSeconds: Type.Optional(
      Type.Number({
        title: 'End',
        minimum: 0.001,
        maximum: SOUND_SECONDS_MAX,
        description:
          'End of the result, in seconds of the source; it must be after the start. By default, or if it is later than the source, the result ends with the source.',
      }),
    ),
    fadeInSeconds: Type.Optional(fade('Fade in', 'fades in from silence at its start')),
    fadeOutSeconds: Type.Optional(fade('Fade out', 'fades out to silence at its end')),
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate] },
);

type Given = Static<typeof trimAudioSchema>;
export type TrimAudioArguments = Chainable<
  ResultArguments<Defaulted<Given, 'startSeconds' | 'fadeInSeconds' | 'fadeOutSeconds'>>
>;
