/** Tries whether a store takes an object, which a look at its bucket or folder cannot tell: it may be full or read-only. */
import type { ArtifactStore } from './artifact-store.ts';

const PROBE = { key: `projects/probe-${process.pid}`, body: Buffer.from('{}'), mimeType: 'application/json' } as const;

/** Rejects with StorageUnavailableError, or with another error of the store. An object that stays is removed as an orphan. */
export async function writeProbe(store: Pick<ArtifactStore, 'put' | 'ready' | 'remove'>): Promise<void> {
  const { key, body, mimeType } = PROBE;
  await store.ready();
  await store.put(key, body, { mimeType, sizeBytes: body.length });
  await store.remove([key]);
}
