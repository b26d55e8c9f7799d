/** Parameters that several operations share. */
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { Type } from 'typebox';

/** In pixels. */
export const side = Type.Integer({ minimum: 1 });
export const quality = Type.Integer({ minimum: 1, maximum: 100 });
/** `#rrggbb`. */
export const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
export const text = Type.String({ minLength: 1 });
export const ratio = Type.Number({ minimum: 0, maximum: 1 });

/** In kilobits per second. */
export const BITRATES = { minimum: 16, maximum: 320 } as const;

/** Parameters for the audio format of a result. */
export const soundResult = {
  format: Type.Enum([...AUDIO_FORMAT_NAMES]),
  bitrateKbps: Type.Optional(Type.Integer(BITRATES)),
};

/** Silence: a level in decibels below full scale, and the shortest duration in seconds. */
export const SILENCE_DB = { minimum: -90, maximum: -10 } as const;
export const SILENCE_SECONDS = { minimum: 0.1, maximum: 60 } as const;
export const silence = { silenceDb: Type.Integer(SILENCE_DB), silenceSeconds: Type.Number(SILENCE_SECONDS) };

/** Audio sample rates in hertz that every format except Opus supports. */
export const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
export type SampleRate = (typeof SAMPLE_RATES)[number];

/** The common sample rate and channels to which several audio sources are converted. */
export const meeting = { sampleRateHz: Type.Enum([...SAMPLE_RATES]), channels: Type.Enum([1, 2]) };
