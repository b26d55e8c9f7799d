/** What the audio tools take as a source, and how long what they make of it can be. The worker measures both again on the real bytes. */
import { invariant, SOUND_TYPES } from '@farebox/kernel';
import type { BoundsOf } from '../files/bounds.ts';
import { type FileRule, type FileUse, type InputRef, fileArgument, type WithSource } from '../files/file.ts';

/** An hour: what an upload can hold at the lowest rates that anybody listens to. */
export const SOUND_SECONDS_MAX = 3600;

/** What an encoder adds at both ends: some frames of silence, the longest of them at the lowest rate. */
export const SOUND_PADDING_SECONDS = 0.5;

/** Of a tool that takes several: a room holds no more, and a machine opens no more at once. */
export const SOUNDS_MAX = 20;

const SOUND_RULE: FileRule = { mimeTypes: SOUND_TYPES, sound: { secondsMax: SOUND_SECONDS_MAX } };

export const soundArgument = fileArgument(
  'Sound',
  'The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.',
);

export const soundUse = (pointer: string, ref: InputRef): FileUse => ({ pointer, ref, rule: SOUND_RULE });

export const soundUses = ({ source }: WithSource): FileUse[] => [soundUse('/source', source)];

/** The most that a source lasts; a longer one is refused by the worker, and never billed. */
export function sourceSecondsMax({ source }: WithSource, boundsOf: BoundsOf): number {
  const { durationSecondsMax } = boundsOf(source);
  invariant(durationSecondsMax !== undefined, 'a planned sound has its duration');
  return durationSecondsMax;
}
