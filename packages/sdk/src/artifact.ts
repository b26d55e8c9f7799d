/** An artifact of an execution: its metadata, and its bytes, which are verified during the download. */
import { type ArtifactFile, download } from './files/download.ts';
import type { Api } from './http/api.ts';
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
    blob: async (options) =>
      new Blob([await new Response(await stream(options)).arrayBuffer()], { type: artifact.file.mimeType }),
  };
}

export const artifactsOf = (
  execution: Execution,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): Artifact[] => execution.output.artifacts.map((file) => artifactOf({ executionId: execution.id, file }, io));
