/** Downloads an artifact and verifies its SHA-256: a stream with other bytes ends with an error. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Api } from '../http/api.ts';
import { FareboxError } from '../errors.ts';
import type { FileFacts } from '../types.ts';
import { bodyOf, respond } from './body.ts';

export interface ArtifactFile {
  readonly executionId: string;
  readonly file: FileFacts;
}

/** The API key is sent to the API only: the request to the download URL has no header of ours. */
export async function download(
  { executionId, file }: ArtifactFile,
  {
    api,
    fetch,
    signal,
  }: { readonly api: Api; readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal | undefined },
): Promise<ReadableStream<Uint8Array>> {
  const path = `/tools/executions/${encodeURIComponent(executionId)}/artifacts/${encodeURIComponent(file.id)}/download`;
  const { data } = await api.send<{ url: string }>({ method: 'GET', path, signal });
  const fetching = { fetch, signal, silenceMs: api.silenceMs };
  const response = await respond(data.url, fetching);
  if (!response.ok || response.body === null) throw new FareboxError('artifact_unavailable', { http: response.status });
  return bodyOf(response.body, { ...fetching, url: data.url }).pipeThrough(verified(file));
}

function verified({ sha256: expected, sizeBytes }: FileFacts): TransformStream<Uint8Array, Uint8Array> {
  const digest = sha256.create();
  let length = 0;
  const corrupted = (): FareboxError =>
    new FareboxError('artifact_corrupted', { details: { expected, sizeBytes, length } });
  return new TransformStream({
    transform(part, controller) {
      length += part.length;
      if (length > sizeBytes) throw corrupted();
      digest.update(part);
      controller.enqueue(part);
    },
    flush() {
      if (length !== sizeBytes || bytesToHex(digest.digest()) !== expected) throw corrupted();
    },
  });
}
