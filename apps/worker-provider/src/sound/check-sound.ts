/** Decodes a recording before it is sent to a paid service, to verify that it is as long as its price assumes. */
import { type InputFile, OperationFailure, withinLimits } from '@farebox/worker';
import { createDecoder, type DecoderOptions, type Decoding } from './decoded-seconds.ts';

export interface SoundCheck {
  /** Description of the check, for one line of the log. */
  readonly summary: string;
  /** Rejects with OperationFailure if a recording decodes longer than it was measured, or exceeds the limits. */
  readonly check: (source: InputFile, measured: Measured) => Promise<void>;
  /** Ends decoding in progress. */
  readonly close: () => Promise<void>;
}

export interface Measured extends Omit<Decoding, 'secondsMax'> {
  readonly seconds: number;
}

/** Encoders add some frames of silence at both ends. */
const SLACK_SECONDS = 0.25;

/** @param problem reason for the missing ffmpeg: then only the measurement of the upload applies. */
export const withoutSoundCheck = (problem: string): SoundCheck => ({
  summary: `recordings are not decoded before they are sent to a paid service: ${problem}`,
  check: async () => {},
  close: async () => {},
});

/** Decoding writes no output, so exceeding the size means that the recording is longer than stated. */
const LIMITS = { size: 'source_not_readable' } as const;

export function createSoundCheck(options: DecoderOptions): SoundCheck {
  const { decodedSeconds, close } = createDecoder(options);
  return {
    summary: `recordings are decoded by ffmpeg before they are sent to a paid service, in ${options.isolation.summary}`,
    async check(source, { seconds, ...decoding }) {
      const allowed = seconds + Math.min(1, Math.max(SLACK_SECONDS, seconds * 0.02));
      const decoded = await withinLimits(decodedSeconds(source, { ...decoding, secondsMax: allowed + 1 }), LIMITS);
      if (decoded !== null && decoded > allowed) throw new OperationFailure('source_not_readable');
    },
    close,
  };
}
