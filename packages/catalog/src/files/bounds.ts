/**
 * The facts of a file that are known before the step that reads it runs: nearly everything of a stored file, only
 * bounds of an artifact that an earlier step will make. Prices are computed from bounds, so a bound may be loose but
 * never too small.
 */
import { type Size, pixelsOf } from '../units.ts';
import type { FileFacts, FileRule, InputRef } from './file.ts';

/** Each side is between that of `least` and that of `most`. */
export interface SizeBounds {
  readonly least: Size;
  readonly most: Size;
  /** If fewer pixels than the product of the longest sides are certain. */
  readonly pixelsMax?: number;
}

export interface FileBounds {
  /** The possible MIME types of the file. */
  readonly mimeTypes: readonly string[];
  /** The possible upright sizes of an image or a video. Absent if unknown. */
  readonly sizes?: readonly SizeBounds[];
  /** For audio and video. Absent if unknown. */
  readonly durationSecondsMax?: number;
  /** Absent if unknown. */
  readonly sizeBytesMax?: number;
}

/** The bounds of a file reference. Called only for references that satisfy their rule. */
export type BoundsOf = (ref: InputRef) => FileBounds;

export const exactSize = (size: Size): SizeBounds => ({ least: size, most: size });

export function boundsOfFile({ mimeType, sizeBytes, width, height, durationSeconds }: FileFacts): FileBounds {
  return {
    mimeTypes: [mimeType],
    sizeBytesMax: sizeBytes,
    ...(width === undefined || height === undefined ? {} : { sizes: [exactSize({ width, height })] }),
    ...(durationSeconds === undefined ? {} : { durationSecondsMax: durationSeconds }),
  };
}

/** The most pixels that a file of these sizes can have. */
export const pixelsMaxOf = (sizes: readonly SizeBounds[]): number =>
  Math.max(...sizes.map(({ most, pixelsMax = Infinity }) => Math.min(pixelsOf(most), pixelsMax)));

/** The reason why a tool cannot use this artifact; null if it can use every file within the bounds. */
export function artifactProblem(
  { mimeTypes, sizes, durationSecondsMax }: FileBounds,
  { mimeTypes: usable, image, sound, limits }: FileRule,
): string | null {
  const unusable = mimeTypes.filter((each) => !usable.includes(each));
  if (unusable.length > 0) return `may be ${unusable.join(' or ')}; it must be ${usable.join(', ')}`;
  const tooLong = tooLongProblem(durationSecondsMax, limits?.secondsMax);
  if (tooLong !== null) return tooLong;
  if (image !== undefined && sizes === undefined) return 'has a size that is unknown until it is made';
  if (sound === undefined) return null;
  if (durationSecondsMax === undefined) return 'has a duration that is unknown until it is made';
  return tooLongProblem(durationSecondsMax, sound.secondsMax);
}

/** An artifact with too many pixels or bytes is refused by the worker, because such bounds are loose. */
const tooLongProblem = (secondsMax: number | undefined, limit: number | undefined): string | null =>
  secondsMax === undefined || limit === undefined || secondsMax <= limit
    ? null
    : `may last up to ${secondsMax} seconds; the limit is ${limit} seconds`;
