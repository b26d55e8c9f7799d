/** What the operations of this app share: where ffmpeg runs, which one it is, and what a source may be. */
import type { Ffmpeg } from '@farebox/ffmpeg';
import { type AudioFormat, SOUND_TYPES, type SoundType, type VideoFormat } from '@farebox/kernel';
import { inspectFile, type Inspected, type Inspection, measureVideo, type Video } from '@farebox/media';
import type { ProgramSandbox } from '@farebox/sandbox';
import { type InputFile, LacksOperation, OperationFailure } from '@farebox/worker';
import type { VideoLimits } from './video/limits.ts';

export interface Studio {
  readonly sandbox: ProgramSandbox;
  readonly ffmpeg: Ffmpeg;
  /** Of a source. */
  readonly secondsMax: number;
  /** Of a source that pictures are taken of. */
  readonly video: VideoLimits;
  /** Wall time of one operation, all its runs together: below its tool's maxRuntimeSeconds, so that who takes too long hears why. */
  readonly msMax: number;
}

/** Another worker's build may have what this one lacks. */
export function mustWrite({ ffmpeg }: Studio, format: AudioFormat | VideoFormat, operation: string): void {
  const formats: readonly string[] = [...ffmpeg.formats, ...ffmpeg.videoFormats];
  if (!formats.includes(format)) throw new LacksOperation(operation);
}

export interface Measured {
  readonly mimeType: SoundType;
  /** As it is priced: measured here again, in the way that the upload was. */
  readonly seconds: number;
  /** Of what has pictures. */
  readonly video?: Video;
  /** What those may be here. */
  readonly limits: VideoLimits;
}

/** Rejects with OperationFailure for what is not what it was stored as, or lasts too long. */
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
    return video === null ? undefined : { mimeType, seconds: video.durationSeconds, video };
  }
  const seconds = (await measure(path, mimeType))?.durationSeconds;
  return seconds === undefined ? undefined : { mimeType, seconds };
}

export type Measures = Omit<Extract<Inspection, { ok: true }>, 'ok'>;

/** Null: it is no whole file of that type. */
export async function measure(path: string, mimeType: Inspected): Promise<Measures | null> {
  const found = inspectFile(path, mimeType);
  if (!found.ok) return null;
  const { ok: _, ...measures } = found;
  return measures;
}
