/** A file that the run makes. */
import type { RunArtifact, RunOutput } from '@farebox/runner-protocol';
import { transfer } from './transfer.ts';

export interface RunTarget extends Omit<RunOutput, 'put'> {
  /** Uploads the file, once. @param mimeType one of `mimeTypes`; default: the first one. */
  readonly put: (bytes: Uint8Array | Blob, mimeType?: string) => Promise<void>;
  /** Lets Farebox fetch the file from a public https URL. */
  readonly link: (url: string) => void;
}

export interface Target {
  readonly target: RunTarget;
  /** Null until the file is uploaded or linked. */
  readonly artifact: () => RunArtifact | null;
}

interface Place {
  readonly index: number;
  readonly signal: AbortSignal;
}

export function runTarget({ put, mimeTypes, sizeBytesMax }: RunOutput, { index, signal }: Place): Target {
  let artifact: RunArtifact | null = null;
  const once = (): void => {
    if (artifact !== null) throw new Error(`output ${index} has a file already`);
  };
  const target: RunTarget = {
    mimeTypes,
    sizeBytesMax,
    async put(bytes, mimeType = mimeTypes[0] ?? '') {
      once();
      if (!mimeTypes.includes(mimeType))
        throw new Error(`output ${index} must be one of ${mimeTypes.join(', ')}, not ${mimeType}`);
      const body = new Blob([bytes], { type: mimeType });
      if (body.size > sizeBytesMax)
        throw new Error(`output ${index} has ${body.size} bytes, at most ${sizeBytesMax} are allowed`);
      await transfer({ url: put, signal, init: { method: 'PUT', body, headers: { 'content-type': mimeType } } });
      artifact = { put: index };
    },
    link(url) {
      once();
      artifact = { url };
    },
  };
  return { target, artifact: () => artifact };
}
