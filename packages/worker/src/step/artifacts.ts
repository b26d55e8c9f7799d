/**
 * Puts what an operation made into the object store and makes sure that it is there, before any row says so. Keys are
 * deterministic, so a repeated run writes the same objects again; what no row refers to is collected later.
 */
import { createReadStream } from 'node:fs';
import type { ClaimedExecution, StoredArtifact } from '@tollgate/executions';
import { invariant, newId } from '@tollgate/kernel';
import { type ArtifactStore, artifactKey } from '@tollgate/storage';
import { type OutputArtifact, OperationFailure } from '../operation.ts';
import { type Content, ContentMismatchError, contentOf, copyExactly, discard } from './content.ts';
import { ARTIFACTS_MAX, sum } from './quota.ts';

export interface Storing {
  readonly artifacts: ArtifactStore;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

/** Up to this size the stored object is read back and compared; above, its size is asked for. */
const READ_BACK_BYTES_MAX = 1024 * 1024;

export async function storeArtifacts(
  { projectId, id }: ClaimedExecution,
  { step, made }: { readonly step: number; readonly made: readonly OutputArtifact[] },
  storing: Storing,
): Promise<StoredArtifact[]> {
  invariant(made.length <= ARTIFACTS_MAX, `a step makes at most ${ARTIFACTS_MAX} artifacts`);
  const contents: Content[] = [];
  for (const { path } of made) contents.push(await contentOf(path, storing.signal));
  if (sum(contents) > storing.bytesMax) throw new OperationFailure('artifacts_too_large');
  const stored: StoredArtifact[] = [];
  for (const [n, { path, ...facts }] of made.entries()) {
    const content = contents[n] as Content;
    invariant(content.sizeBytes > 0, 'an artifact is not empty');
    const objectKey = artifactKey({ projectId, executionId: id, step, n, sha256: content.sha256 });
    await putVerified(objectKey, { path, mimeType: facts.mimeType, content }, storing);
    stored.push({ id: newId('file'), objectKey, ...content, ...facts });
  }
  return stored;
}

async function putVerified(
  key: string,
  { path, mimeType, content }: { readonly path: string; readonly mimeType: string; readonly content: Content },
  { artifacts, signal }: Storing,
): Promise<void> {
  await artifacts.put(key, createReadStream(path, { signal }), { mimeType, sizeBytes: content.sizeBytes });
  if (content.sizeBytes <= READ_BACK_BYTES_MAX) {
    await copyExactly(await artifacts.read(key), discard(), content);
  } else if ((await artifacts.stat(key))?.sizeBytes !== content.sizeBytes) {
    throw new ContentMismatchError('the stored object has another size');
  }
}
