/** Downloads an artifact and verifies its SHA-256: a stream with other bytes ends with an error. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Api } from '../http/api.ts';
import { FareboxError } from '../errors.ts';
import type { DownloadUrl, FileFacts } from '../types.ts';
import { bodyOf, respond } from './body.ts';

export interface ArtifactFile {
  readonly executionId: string;
  readonly file: FileFacts;
}

/** Asks for a new signed URL each time, because each is valid for five minutes at most. Rejects like `Api.send`. */
export async function downloadUrl(
  { executionId, file }: ArtifactFile,
  { api, signal }: { readonly api: Api; readonly signal: AbortSignal | undefined },
): Promise<DownloadUrl> {
  const path = `/tools/executions/${encodeURIComponent(executionId)}/artifacts/${encodeURIComponent(file.id)}/download`;
  return (await api.send<DownloadUrl>({ method: 'GET', path, signal })).data;
}

/** The API key is sent to the API only: the request to the download URL has no header of ours. */
export async function download(
  artifact: ArtifactFile,
  {
    api,
    fetch,
    signal,
  }: { readonly api: Api; readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal | undefined },
): Promise<ReadableStream<Uint8Array>> {
  const { url } = await downloadUrl(artifact, { api, signal });
  const fetching = { fetch, signal, silenceMs: api.silenceMs };
  const response = await respond(url, fetching);
  if (!response.ok || response.body === null) throw new FareboxError('artifact_unavailable', { http: response.status });
  return bodyOf(response.body, { ...fetching, url }).pipeThrough(verified(artifact.file));
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
