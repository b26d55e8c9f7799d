/** The input of audio-mix: tracks that play at the same time, each with its gain and its start. */
import { Type, type Static } from 'typebox';
import { meetingArguments, noBitrate, noRate, resultArguments, type ResultArguments } from '../../audio/result.ts';
import { soundArgument, SOUND_SECONDS_MAX, SOUNDS_MAX } from '../../audio/source.ts';
import type { InputRef } from '../../files/file.ts';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { MIX_LENGTHS } from './operation.ts';

const track = Type.Object(
  {
    source: soundArgument,
    gainDb: Type.Optional(
      Type.Number({
        title: 'Gain',
        minimum: -60,
        maximum: 20,
        default: 0,
        description: 'Decibels by which the track is made louder, or softer if negative.',
      }),
    ),
    offsetSeconds: Type.Optional(
      Type.Number({
        title: 'Offset',
        minimum: 0,
        maximum: SOUND_SECONDS_MAX,
        default: 0,
        description: 'Seconds after the beginning of the mix at which the track begins.',
      }),
    ),
  },
  { title: 'Track', additionalProperties: false },
);

export const mixAudioSchema = Type.Object(
  {
    tracks: Type.Array(track, {
      title: 'Tracks',
      minItems: 2,
      maxItems: SOUNDS_MAX,
      description: 'The tracks play at the same time; their samples are added. A file may occur in several tracks.',
    }),
    length: Type.Optional(
      Type.Enum([...MIX_LENGTHS], {
        title: 'Length',
        default: 'longest',
        description: 'longest: until the last track ends. first: until the first track of the list ends.',
      }),
    ),
    limit: Type.Optional(
      Type.Boolean({
        title: 'Limit',
        default: true,
        description: 'Whether a limiter keeps the sum from clipping. It does not change samples below full scale.',
      }),
    ),
    ...meetingArguments,
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate, noRate] },
);

type Given = Static<typeof mixAudioSchema>;
export interface Track {
  readonly source: InputRef;
  readonly gainDb: number;
  readonly offsetSeconds: number;
}
export type MixAudioArguments = ResultArguments<Defaulted<Omit<Given, 'tracks'>, 'length' | 'limit' | 'channels'>> & {
  readonly tracks: readonly Track[];
};
