/** Finds the files that a step reads: files of the project, and artifacts of earlier steps of the same execution. */
import type { InputRef } from '@farebox/catalog';
import { type Database, Prisma } from '@farebox/db';
import { sampleKey, SAMPLES, type SampleFile } from '../samples.ts';
import { hex } from './row.ts';

export interface InputSource {
  readonly fileId: string;
  readonly objectKey: string;
  /** Path of a sample, which is on this machine and not in the store. */
  readonly path?: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

export interface InputsWanted {
  readonly projectId: string;
  readonly executionId: string;
  readonly refs: readonly InputRef[];
}

interface InputRow {
  readonly id: string;
  readonly execution_id: string | null;
  readonly step: number | null;
  readonly position: number | null;
  readonly object_key: string;
  readonly mime_type: string;
  readonly size_bytes: bigint;
  readonly sha256: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
}

/**
 * One source per ref, in the same order; null if the file is gone. A file that expired after acceptance is still used
 * while its object exists.
 */
export async function findInputs(
  database: Database,
  { projectId, executionId, refs }: InputsWanted,
): Promise<(InputSource | null)[]> {
  const fileIds = refs.flatMap((ref) => ('fileId' in ref ? [ref.fileId] : []));
  const steps = refs.flatMap((ref) => ('step' in ref ? [ref.step] : []));
  const rows = await database.rows<InputRow>(Prisma.sql`
    SELECT id, execution_id, step, position, object_key, mime_type, size_bytes, sha256, width, height, duration_seconds
    FROM file
    WHERE project_id = ${projectId} AND deleted_at IS NULL
      AND (id = ANY (${fileIds}::text[]) OR (execution_id = ${executionId} AND step = ANY (${steps}::integer[])))`);
  return refs.map((ref) => {
    const sample = 'fileId' in ref ? SAMPLES.get(ref.fileId) : undefined;
    if (sample !== undefined) return sourceOfSample(sample);
    const row = rows.find((each) => isMeant(ref, each, executionId));
    return row === undefined ? null : sourceOf(row);
  });
}

function isMeant(ref: InputRef, row: InputRow, executionId: string): boolean {
  if ('fileId' in ref) return row.id === ref.fileId;
  return row.execution_id === executionId && row.step === ref.step && row.position === ref.artifact;
}

function sourceOfSample({ id, ...rest }: SampleFile): InputSource {
  return { fileId: id, objectKey: sampleKey(id), ...rest };
}

const sourceOf = (row: InputRow): InputSource => ({
  fileId: row.id,
  objectKey: row.object_key,
  mimeType: row.mime_type,
  sizeBytes: Number(row.size_bytes),
  sha256: hex(row.sha256),
  ...(row.width === null ? {} : { width: row.width }),
  ...(row.height === null ? {} : { height: row.height }),
  ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
});
