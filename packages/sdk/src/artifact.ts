/** An artifact of an execution: its metadata, and its bytes, which are verified during the download. */
import { type ArtifactFile, download, downloadUrl } from './files/download.ts';
import type { Api } from './http/api.ts';
import { chunksOf } from './http/reading.ts';
import type { DownloadUrl, Execution, FileFacts } from './types.ts';

export interface Artifact extends FileFacts {
  /** The bytes as a stream. It errors with `artifact_corrupted` if they do not match the SHA-256 of the artifact. */
  readonly stream: (options?: { readonly signal?: AbortSignal }) => Promise<ReadableStream<Uint8Array>>;
  /** The whole artifact, verified. */
  readonly blob: (options?: { readonly signal?: AbortSignal }) => Promise<Blob>;
  /**
   * A new download URL, for an `<img>`, a player or a link. It needs no key and is valid until `expiresAt`, five minutes at most; a link downloads
   * the file. Everybody who has the URL can read the file. The bytes are not verified.
   */
  readonly url: (options?: { readonly signal?: AbortSignal }) => Promise<DownloadUrl>;
}

function artifactOf(
  artifact: ArtifactFile,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): Artifact {
  const stream: Artifact['stream'] = ({ signal } = {}) => download(artifact, { ...io, signal });
  return {
    ...artifact.file,
    stream,
    url: ({ signal } = {}) => downloadUrl(artifact, { api: io.api, signal }),
    async blob(options) {
      // Not by a Response: in Chrome and Firefox it replaces the error of a stream by its own.
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of chunksOf(await stream(options), { signal: options?.signal }))
        parts.push(part as Uint8Array<ArrayBuffer>);
      return new Blob(parts, { type: artifact.file.mimeType });
    },
  };
}

export const artifactsOf = (
  execution: Execution,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): Artifact[] => execution.output.artifacts.map((file) => artifactOf({ executionId: execution.id, file }, io));
