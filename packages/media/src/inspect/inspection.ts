/** What looking at a file gives, and how a walker says no. A walker never reads outside the bytes and never loops without moving on. */
import { LIMITS } from '@farebox/contract';

export type Inspection =
  | {
      readonly ok: true;
      /** After EXIF orientation; the rotation of a film's container is not applied. */
      readonly width?: number;
      readonly height?: number;
      /** Of audio and video, by their samples and frames; what headers say must agree, and is never taken. */
      readonly durationSeconds?: number;
    }
  | {
      readonly ok: false;
      /** content_mismatch: not a whole, undamaged file of the declared type. */
      readonly reason: 'content_mismatch' | 'too_many_pixels';
      /** For a log or a developer; not part of the contract. */
      readonly problem: string;
    };

/** Thrown by a walker, caught by `inspect` alone. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}

export function refuse(problem: string): never {
  throw new MismatchError(problem);
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

/** Microseconds are as fine as any container's clock that matters here. */
export const seconds = (units: number, perSecond: number): number => Math.round((units / perSecond) * 1e6) / 1e6;

/** Writers differ by a frame in what they count. */
const SLACK_SECONDS = 0.1;

/** Whether a header's seconds are within 2 % of those measured, and within one second. */
export const agrees = (toldSeconds: number, foundSeconds: number): boolean =>
  Math.abs(toldSeconds - foundSeconds) <= Math.min(1, Math.max(SLACK_SECONDS, foundSeconds * 0.02));
