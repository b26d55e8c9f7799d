/**
 * The result of an inspection, and how a parser refuses. A parser never reads outside of the bytes, and every loop
 * advances.
 */
import { LIMITS } from '@farebox/contract';

export type Inspection =
  | {
      readonly ok: true;
      /** After EXIF orientation. The rotation of a video's container is not applied. */
      readonly width?: number;
      readonly height?: number;
      /** For audio and video, measured from samples and frames. Declared durations must agree and are never used. */
      readonly durationSeconds?: number;
    }
  | {
      readonly ok: false;
      /** content_mismatch: not a complete, undamaged file of the declared type. */
      readonly reason: 'content_mismatch' | 'too_many_pixels';
      /** For the customer: the part of the file that decided it. The wording is not part of the contract. */
      readonly problem: string;
    };

/** Thrown by a parser, and caught only by `inspect`. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}

/** A valid file, a part of which is not supported: no retry with the complete file helps. */
export class UnsupportedError extends MismatchError {}

export function refuse(problem: string): never {
  throw new MismatchError(problem);
}

/** @param supported everything that may stand in its place. */
export function refuseUnsupported(part: string, supported: string): never {
  throw new UnsupportedError(`${part} is not supported; supported: ${supported}`);
}

export function must(condition: unknown, problem: string): asserts condition {
  if (!condition) refuse(problem);
}

export function picture(width: number, height: number): Inspection {
  must(width > 0 && height > 0, 'the picture has no area');
  if (width * height <= LIMITS.imagePixels) return { ok: true, width, height };
  return {
    ok: false,
    reason: 'too_many_pixels',
    problem: `${width} × ${height} is more than ${LIMITS.imagePixels} pixels`,
  };
}

/** Microseconds are as fine as the clock of any supported container. */
export const seconds = (units: number, perSecond: number): number => Math.round((units / perSecond) * 1e6) / 1e6;

/** Encoders differ by one frame in what they count. */
const SLACK_SECONDS = 0.1;

/** Whether the declared seconds differ from the measured ones by at most 2 %, and at most one second. */
export const agrees = (toldSeconds: number, foundSeconds: number): boolean =>
  Math.abs(toldSeconds - foundSeconds) <= Math.min(1, Math.max(SLACK_SECONDS, foundSeconds * 0.02));
