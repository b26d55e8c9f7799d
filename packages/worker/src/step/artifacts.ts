/**
 * Stores the artifacts of an operation and verifies them before any row refers to them. Keys are deterministic, so a
 * repeated run writes the same objects. Objects without a row are removed later.
 */
import { createReadStream } from 'node:fs';
import type { ClaimedExecution } from '@farebox/executions';
import { type StoredArtifact, artifactKey } from '@farebox/files';
import { invariant, newId } from '@farebox/kernel';
import type { ArtifactStore } from '@farebox/storage';
import { type OutputArtifact, OperationFailure } from '../operation.ts';
import { type Content, ContentMismatchError, contentOf, copyExactly, PIECE_BYTES } from './content.ts';
import { fewAtOnce } from './few-at-once.ts';
import { ARTIFACTS_MAX, BYTES_MAX, sum } from './quota.ts';

/** Up to this size the stored object is read back and compared; above it, only its size is checked. */
const READ_BACK_BYTES_MAX = 1024 * 1024;

/** The future content of the artifacts' rows. Reads their bytes, and stores nothing. */
export async function describeArtifacts(
  { projectId, id }: ClaimedExecution,
  { step, made }: { readonly step: number; readonly made: readonly OutputArtifact[] },
): Promise<StoredArtifact[]> {
  invariant(made.length <= ARTIFACTS_MAX, `a step makes at most ${ARTIFACTS_MAX} artifacts`);
  const contents: Content[] = [];
  for (const { path } of made) contents.push(await contentOf(path));
  if (sum(contents) > BYTES_MAX) throw new OperationFailure('artifacts_too_large');
  return made.map(({ path: _, ...facts }, n) => {
    const content = contents[n] as Content;
    invariant(content.sizeBytes > 0, 'an artifact is not empty');
    const objectKey = artifactKey({ projectId, executionId: id, step, n, sha256: content.sha256 });
    return { id: newId('file'), objectKey, ...content, ...facts };
  });
}

/** @param paths files with their bytes, in order. */
export async function storeArtifacts(
  stored: readonly StoredArtifact[],
  paths: readonly string[],
  { artifacts, signal }: { readonly artifacts: ArtifactStore; readonly signal: AbortSignal },
): Promise<void> {
  await fewAtOnce(stored, async (content, n) => {
    const source = { path: paths[n] as string, mimeType: content.mimeType, content, signal };
    await putVerified(content.objectKey, source, artifacts);
  });
}

interface Source {
  readonly path: string;
  readonly mimeType: string;
  readonly content: Content;
  readonly signal?: AbortSignal;
}

export async function putVerified(
  key: string,
  { path, mimeType, content, signal }: Source,
  artifacts: ArtifactStore,
): Promise<void> {
  const { sha256, sizeBytes } = content;
  const body = createReadStream(path, { highWaterMark: PIECE_BYTES, ...(signal === undefined ? {} : { signal }) });
  await artifacts.put(key, body, { mimeType, sizeBytes });
  if (sizeBytes <= READ_BACK_BYTES_MAX) {
    await copyExactly(await artifacts.read(key), () => {}, { sha256, sizeBytes });
  } else if ((await artifacts.stat(key))?.sizeBytes !== sizeBytes) {
    throw new ContentMismatchError('the stored object has another size');
  }
}
