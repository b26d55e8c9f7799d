/** `convert-audio`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { soundResult } from '../../operations/parameters.ts';

/** Of sound, in hertz: what every format but Opus has. */
export const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

export const convertAudio = operation({
  engine: 'av',
  parameters: {
    ...soundResult,
    sampleRateHz: Type.Optional(Type.Enum([...SAMPLE_RATES])),
    channels: Type.Optional(Type.Enum([1, 2])),
  },
  inputs: ['source'],
  artifacts: 'one',
});
