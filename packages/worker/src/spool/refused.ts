/** Keeps a paid result that the database refuses where operators find what could not be delivered. */
import { Readable } from 'node:stream';
import type { FinishedStep } from '@farebox/executions';
import { receivedKey } from '@farebox/files';
import type { ArtifactStore } from '@farebox/storage';
import type { Observer } from '../observer.ts';
import type { StepLocation } from './call-result.ts';

interface Keeping {
  readonly artifacts: Pick<ArtifactStore, 'put' | 'read'>;
  readonly observer: Observer;
}

/**
 * Stores its first file, or its JSON if it has none. The files themselves have no row, so they are removed after the
 * end. Never rejects: without it only the operator has less to show.
 */
export async function keepRefused(
  location: StepLocation,
  { artifacts: [file], result }: FinishedStep,
  { artifacts, observer }: Keeping,
): Promise<void> {
  const text = Buffer.from(JSON.stringify(result ?? null));
  try {
    const body = file === undefined ? Readable.from([text]) : await artifacts.read(file.objectKey);
    const sizeBytes = file?.sizeBytes ?? text.length;
    await artifacts.put(receivedKey(location), body, { mimeType: 'application/octet-stream', sizeBytes });
  } catch (error) {
    observer.warn(error, 'a result that the database refused is not kept', { ...location });
  }
}
