/** Sources of the audio tools, and how long their results can be. The worker measures both again on the real bytes. */
import { invariant, SOUND_TYPES } from '@farebox/kernel';
import type { BoundsOf } from '../files/bounds.ts';
import { type FileRule, type FileUse, type InputRef, fileArgument, type WithSource } from '../files/file.ts';

/** One hour: as much as an upload can hold at the lowest bit rates in use. */
export const SOUND_SECONDS_MAX = 3600;

/** The most that an encoder adds at both ends: some frames of silence, longest at the lowest sample rate. */
export const SOUND_PADDING_SECONDS = 0.5;

/** The most sources of one tool: a sandbox run holds no more files, and a machine opens no more at once. */
export const SOUNDS_MAX = 20;

const SOUND_RULE: FileRule = { mimeTypes: SOUND_TYPES, sound: { secondsMax: SOUND_SECONDS_MAX } };

export const soundArgument = fileArgument(
  'Audio',
  'The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.',
);

export const soundUse = (pointer: string, ref: InputRef): FileUse => ({ pointer, ref, rule: SOUND_RULE });

export const soundUses = ({ source }: WithSource): FileUse[] => [soundUse('/source', source)];

/** The longest that a source can last. The worker refuses a longer one, and it is never billed. */
export function sourceSecondsMax({ source }: WithSource, boundsOf: BoundsOf): number {
  const { durationSecondsMax } = boundsOf(source);
  invariant(durationSecondsMax !== undefined, 'a planned sound has its duration');
  return durationSecondsMax;
}
