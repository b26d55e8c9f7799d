/** `convert-audio`: what a worker is told of it, and nothing else. */
import { AUDIO_FORMAT_NAMES } from '@tollgate/kernel';
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

/** Of sound, in hertz: what every format but Opus has. */
export const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

export const convertAudio = operation({
  engine: 'av',
  parameters: {
    format: Type.Enum([...AUDIO_FORMAT_NAMES]),
    bitrateKbps: Type.Optional(Type.Integer({ minimum: 16, maximum: 320 })),
    sampleRateHz: Type.Optional(Type.Enum([...SAMPLE_RATES])),
    channels: Type.Optional(Type.Enum([1, 2])),
  },
  inputs: ['source'],
  artifacts: 'one',
});
