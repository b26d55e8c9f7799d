/** An artifact of an execution: its metadata, and its bytes, which are verified during the download. */
import { type ArtifactFile, download } from './files/download.ts';
import type { Api } from './http/api.ts';
import { chunksOf } from './http/reading.ts';
import type { Execution, FileFacts } from './types.ts';

export interface Artifact extends FileFacts {
  /** The bytes as a stream. It errors with `artifact_corrupted` if they do not match the SHA-256 of the artifact. */
  readonly stream: (options?: { readonly signal?: AbortSignal }) => Promise<ReadableStream<Uint8Array>>;
  /** The whole artifact, verified. */
  readonly blob: (options?: { readonly signal?: AbortSignal }) => Promise<Blob>;
}

function artifactOf(
  artifact: ArtifactFile,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): Artifact {
  const stream: Artifact['stream'] = ({ signal } = {}) => download(artifact, { ...io, signal });
  return {
    ...artifact.file,
    stream,
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
