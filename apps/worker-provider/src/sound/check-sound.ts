/** A last look at a recording before anybody is paid to hear it: does it really last as long as it is priced? */
import type { Isolation } from '@tollgate/sandbox';
import { type InputFile, OperationFailure } from '@tollgate/worker';
import { decodedSeconds, isFfmpegHere } from './decoded-seconds.ts';

export interface SoundCheck {
  /** One line for the log. */
  readonly summary: string;
  /** Rejects with OperationFailure for a recording that sounds longer than it was measured. */
  readonly check: (
    source: InputFile,
    measured: { readonly seconds: number; readonly signal: AbortSignal },
  ) => Promise<void>;
}

/** What encoders add at both ends: some frames of silence. */
const SLACK_SECONDS = 0.25;

/** Where ffmpeg is; elsewhere the measure of the upload stands alone. */
export function createSoundCheck(isolation: Isolation, isHere = isFfmpegHere()): SoundCheck {
  if (!isHere)
    return { summary: 'recordings are not decoded before they are paid for: no ffmpeg', check: async () => {} };
  return {
    summary: `recordings are decoded by ffmpeg before they are paid for, in ${isolation.summary}`,
    async check(source, { seconds, signal }) {
      const allowed = seconds + Math.min(1, Math.max(SLACK_SECONDS, seconds * 0.02));
      const decoded = await decodedSeconds(source, { isolation, secondsMax: allowed + 1, signal });
      if (decoded !== null && decoded > allowed) throw new OperationFailure('source_not_readable');
    },
  };
}
