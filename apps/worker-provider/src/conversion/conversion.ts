/** The task of a conversion: bytes of an external service, and the promised type. */
import { lstat } from 'node:fs/promises';
import type { FileType } from '@farebox/kernel';
import { inspectFile } from '@farebox/media';
import type { OutputArtifact } from '@farebox/worker';

export type OutputType = Extract<FileType, 'image/png' | 'image/jpeg' | 'audio/mpeg' | 'video/mp4'>;

export interface Wanted {
  /** Allowed types of the result, the default first: images, or one other. */
  readonly mimeTypes: readonly OutputType[];
  /** The result is written here. */
  readonly directory: string;
  /** Sound and video are converted up to here; default: the longest that a step may make. */
  readonly secondsMax?: number;
}

export interface Conversion extends Required<Wanted> {
  readonly bytes: Buffer;
  /** The same bytes on disk. */
  readonly path: string;
}

export interface Visitor {
  /** Owner of the bytes. Two projects never share a process. */
  readonly owner: string;
  readonly organizationId?: string;
  readonly signal: AbortSignal;
}

/** Null unless it is a plain file, complete and of its type: a process that reads hostile bytes made it. */
export async function checked(path: string, mimeType: OutputType): Promise<OutputArtifact | null> {
  const found = await lstat(path);
  const inspected = found.isFile() && found.size > 0 ? inspectFile(path, mimeType) : null;
  if (inspected?.ok !== true) return null;
  const { ok: _, ...facts } = inspected;
  return { path, mimeType, ...facts };
}
