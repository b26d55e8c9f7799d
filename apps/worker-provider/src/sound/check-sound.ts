/** A last look at a recording before anybody is paid to hear it: does it really last as long as it is priced? */
import { type InputFile, OperationFailure, withinLimits } from '@farebox/worker';
import { createDecoder, type DecoderOptions, type Decoding } from './decoded-seconds.ts';

export interface SoundCheck {
  /** One line for the log. */
  readonly summary: string;
  /** Rejects with OperationFailure for a recording that sounds longer than it was measured, or takes more than any may. */
  readonly check: (source: InputFile, measured: Measured) => Promise<void>;
  /** Ends what is under way. */
  readonly close: () => Promise<void>;
}

export interface Measured extends Omit<Decoding, 'secondsMax'> {
  readonly seconds: number;
}

/** What encoders add at both ends: some frames of silence. */
const SLACK_SECONDS = 0.25;

/** @param problem why there is no ffmpeg: then the measure of the upload stands alone. */
export const withoutSoundCheck = (problem: string): SoundCheck => ({
  summary: `recordings are not decoded before they are paid for: ${problem}`,
  check: async () => {},
  close: async () => {},
});

/** It makes nothing: what goes on beyond its length is no recording of that length. */
const LIMITS = { size: 'source_not_readable' } as const;

export function createSoundCheck(options: DecoderOptions): SoundCheck {
  const { decodedSeconds, close } = createDecoder(options);
  return {
    summary: `recordings are decoded by ffmpeg before they are paid for, in ${options.isolation.summary}`,
    async check(source, { seconds, ...decoding }) {
      const allowed = seconds + Math.min(1, Math.max(SLACK_SECONDS, seconds * 0.02));
      const decoded = await withinLimits(decodedSeconds(source, { ...decoding, secondsMax: allowed + 1 }), LIMITS);
      if (decoded !== null && decoded > allowed) throw new OperationFailure('source_not_readable');
    },
    close,
  };
}
