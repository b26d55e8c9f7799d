/**
 * What is known of a file before the step that reads it runs: of a stored file nearly everything, of an artifact that an
 * earlier step has yet to make its bounds. Prices come from here, so a bound may be loose but never too small.
 */
import { type Size, pixelsOf } from '../units.ts';
import type { FileFacts, FileRule, InputRef } from './file.ts';

/** Each side is from that of `least` to that of `most`. */
export interface SizeBounds {
  readonly least: Size;
  readonly most: Size;
}

export interface FileBounds {
  /** It is one of these. */
  readonly mimeTypes: readonly string[];
  /** Of an image or a video, upright: it is within one of these. Absent where nothing is known. */
  readonly sizes?: readonly SizeBounds[];
  /** Of sound and video. Absent where nothing is known. */
  readonly durationSecondsMax?: number;
}

/** The bounds of what an input refers to. Asked only for references that have passed their rule. */
export type BoundsOf = (ref: InputRef) => FileBounds;

export const exactSize = (size: Size): SizeBounds => ({ least: size, most: size });

export function boundsOfFile({ mimeType, width, height, durationSeconds }: FileFacts): FileBounds {
  return {
    mimeTypes: [mimeType],
    ...(width === undefined || height === undefined ? {} : { sizes: [exactSize({ width, height })] }),
    ...(durationSeconds === undefined ? {} : { durationSecondsMax: durationSeconds }),
  };
}

/** The most pixels it can have. */
export const pixelsMaxOf = (sizes: readonly SizeBounds[]): number =>
  Math.max(...sizes.map(({ most }) => pixelsOf(most)));

/** Why the tool cannot count on this artifact, or null when it can: whatever is made of it must be usable. */
export function artifactProblem(
  { mimeTypes, sizes, durationSecondsMax }: FileBounds,
  { mimeTypes: usable, image, sound }: FileRule,
): string | null {
  const unusable = mimeTypes.filter((each) => !usable.includes(each));
  if (unusable.length > 0) return `may be ${unusable.join(' or ')}; it must be ${usable.join(', ')}`;
  if (image !== undefined && sizes === undefined) return 'has a size that is not known before it is made';
  if (sound === undefined) return null;
  if (durationSecondsMax === undefined) return 'has a duration that is not known before it is made';
  if (durationSecondsMax > sound.secondsMax)
    return `may last ${durationSecondsMax} seconds; it may last ${sound.secondsMax}`;
  return null;
}
