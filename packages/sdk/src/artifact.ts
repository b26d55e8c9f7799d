/** A file that an execution made: its facts, and its bytes, which are checked on their way. */
import { type ArtifactPlace, download } from './files/download.ts';
import type { Api } from './http/api.ts';
import type { Execution, FileFacts } from './types.ts';

export interface Artifact extends FileFacts {
  /** Ends with `artifact_corrupted` where the bytes are not those that were made. */
  readonly stream: (options?: { readonly signal?: AbortSignal }) => Promise<ReadableStream<Uint8Array>>;
  /** The whole of it, checked. */
  readonly blob: (options?: { readonly signal?: AbortSignal }) => Promise<Blob>;
}

function artifactOf(
  place: ArtifactPlace,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): Artifact {
  const stream: Artifact['stream'] = ({ signal } = {}) => download(place, { ...io, signal });
  return {
    ...place.file,
    stream,
    blob: async (options) =>
      new Blob([await new Response(await stream(options)).arrayBuffer()], { type: place.file.mimeType }),
  };
}

export const artifactsOf = (
  execution: Execution,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): Artifact[] => execution.output.artifacts.map((file) => artifactOf({ executionId: execution.id, file }, io));
