/** What the operations of this app share: where ffmpeg runs, which one it is, and what a source may be. */
import { readFile } from 'node:fs/promises';
import type { FailureReason } from '@tollgate/contract';
import type { Ffmpeg } from '@tollgate/ffmpeg';
import { SOUND_TYPES, type SoundType } from '@tollgate/kernel';
import { inspect } from '@tollgate/media';
import { LimitExceeded, type ProgramSandbox } from '@tollgate/sandbox';
import { type InputFile, OperationFailure } from '@tollgate/worker';

export interface Studio {
  readonly sandbox: ProgramSandbox;
  readonly ffmpeg: Ffmpeg;
  /** Of a source. */
  readonly secondsMax: number;
}

export interface Sound {
  readonly mimeType: SoundType;
  /** As it is priced: measured here again, in the way that the upload was. */
  readonly seconds: number;
}

/** Rejects with OperationFailure for what is not what it was stored as, or lasts too long. */
export async function measuredSource({ path, mimeType }: InputFile, { secondsMax }: Studio): Promise<Sound> {
  const known = SOUND_TYPES.find((type) => type === mimeType);
  const seconds = known === undefined ? null : await measure(path, known);
  if (known === undefined || seconds === null) throw new OperationFailure('source_not_readable');
  if (seconds > secondsMax) throw new OperationFailure('source_too_large');
  return { mimeType: known, seconds };
}

/** Null: it is no whole file of that type. */
export async function measure(path: string, mimeType: SoundType): Promise<number | null> {
  const found = inspect(await readFile(path), mimeType);
  return found.ok ? (found.durationSeconds ?? null) : null;
}

const FAILURES = {
  memory: 'memory_limit_exceeded',
  time: 'time_limit_exceeded',
  size: 'result_too_large',
} as const satisfies Record<LimitExceeded['limit'], FailureReason>;

/** An input that needs more than any input may will need it again. */
export async function withinLimits<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LimitExceeded) throw new OperationFailure(FAILURES[error.limit], { cause: error });
    throw error;
  }
}
