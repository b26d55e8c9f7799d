/** The input of audio-normalize: the loudness of the result and the limit for its peaks. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { noBitrate, resultArguments, type ResultArguments } from '../../audio/result.ts';
import { soundArgument } from '../../audio/source.ts';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { UNREACHED } from './operation.ts';

export const normalizeAudioSchema = Type.Object(
  {
    source: soundArgument,
    loudnessLufs: Type.Optional(
      Type.Number({
        title: 'Loudness',
        minimum: -40,
        maximum: -8,
        default: -23,
        description:
          'Integrated loudness of the result in LUFS (EBU R128): -23 for broadcast, -16 for podcasts, -14 for streaming.',
      }),
    ),
    truePeakDb: Type.Optional(
      Type.Number({
        title: 'True peak',
        minimum: -9,
        maximum: 0,
        default: -1,
        description:
          'Upper limit for peaks in decibels of full scale, also between samples. A lossy format may add some tenths of a decibel when it is played.',
      }),
    ),
    whenUnmet: Type.Optional(
      Type.Enum([...UNREACHED], {
        title: 'When the loudness is not met',
        default: 'best-effort',
        description:
          'Applies if the peaks do not allow this loudness within 0.5 LU. best-effort: delivers the nearest loudness that they allow. fail: the execution fails at no charge.',
      }),
    ),
    ...resultArguments,
  },
  { ...closedInput, allOf: [noBitrate] },
);

type Given = Static<typeof normalizeAudioSchema>;
export type NormalizeAudioArguments = Chainable<
  ResultArguments<Defaulted<Given, 'loudnessLufs' | 'truePeakDb' | 'whenUnmet'>>
>;
