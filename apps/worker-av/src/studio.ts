/** Shared by the operations of this app: the sandbox in which ffmpeg runs, the ffmpeg, and the limits for sources. */
import type { Ffmpeg, ProgramSandbox } from '@farebox/sandbox';
import { type AudioFormat, SOUND_TYPES, type SoundType, type VideoFormat } from '@farebox/kernel';
import { inspectFile, type Inspected, type Inspection, measureVideo, soundBits, type Video } from '@farebox/media';
import { type InputFile, LacksOperation, OperationFailure } from '@farebox/worker';
import type { VideoLimits } from './video/limits.ts';

export interface Studio {
  readonly sandbox: ProgramSandbox;
  readonly ffmpeg: Ffmpeg;
  /** Longest duration of a source. */
  readonly secondsMax: number;
  /** Limits for a source whose frames are used. */
  readonly video: VideoLimits;
  /**
   * Wall time of one operation, all its runs together. Below the maxRuntimeSeconds of its tool, so that a slow
   * operation still reports its reason.
   */
  readonly msMax: number;
}

/** Refuses a step that this build cannot encode: another worker's build may be able to. */
export function mustWrite({ ffmpeg }: Studio, format: AudioFormat | VideoFormat, operation: string): void {
  const formats: readonly string[] = [...ffmpeg.formats, ...ffmpeg.videoFormats];
  if (!formats.includes(format)) throw new LacksOperation(operation);
}

export interface Measured {
  readonly mimeType: SoundType;
  /** The duration that is priced. It is measured here again, in the same way as at the upload. */
  readonly seconds: number;
  /** Bits a sample, as it is stored; 16 for sound that was compressed with loss. */
  readonly bits: number;
  /** The size and frames of the video; absent for a source without video. */
  readonly video?: Video;
  /** The limits for that video. */
  readonly limits: VideoLimits;
}

/** Rejects with OperationFailure for a source that does not match its stored type, or lasts too long. */
export async function measuredSource(
  { path, mimeType }: InputFile,
  { secondsMax, video: limits }: Studio,
): Promise<Measured> {
  const known = SOUND_TYPES.find((type) => type === mimeType);
  const found = known && (await measuredAs(known, path));
  if (found === undefined) throw new OperationFailure('source_not_readable');
  if (found.seconds > secondsMax) throw new OperationFailure('source_too_large');
  return { ...found, limits };
}

async function measuredAs(mimeType: SoundType, path: string): Promise<Omit<Measured, 'limits'> | undefined> {
  if (mimeType === 'video/mp4') {
    const video = measureVideo(path);
    return video === null
      ? undefined
      : { mimeType, seconds: video.durationSeconds, bits: soundBits(path, mimeType), video };
  }
  const seconds = (await measure(path, mimeType))?.durationSeconds;
  return seconds === undefined ? undefined : { mimeType, seconds, bits: soundBits(path, mimeType) };
}

export type Measures = Omit<Extract<Inspection, { ok: true }>, 'ok'>;

/** Null if the file is not valid for that type. */
export async function measure(path: string, mimeType: Inspected): Promise<Measures | null> {
  const found = inspectFile(path, mimeType);
  if (!found.ok) return null;
  const { ok: _, ...measures } = found;
  return measures;
}
