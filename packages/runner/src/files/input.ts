/** A file that the run reads, whole and with the right SHA-256, or not at all. */
import { createHash } from 'node:crypto';
import type { RunInput } from '@farebox/runner-protocol';
import { transfer } from './transfer.ts';

export interface RunFile extends Omit<RunInput, 'url'> {
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** For large files. The stream ends with an error if the bytes are not those of the file. */
  readonly stream: () => Promise<ReadableStream<Uint8Array>>;
}

export function runFile({ url, ...facts }: RunInput, signal: AbortSignal): RunFile {
  return {
    ...facts,
    async bytes() {
      const bytes = new Uint8Array(await (await transfer({ url, signal })).arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== facts.sha256) throw new Error(DAMAGED);
      return bytes;
    },
    async stream() {
      const { body } = await transfer({ url, signal });
      if (body === null) throw new Error(DAMAGED);
      return body.pipeThrough(verifying(facts.sha256));
    },
  };
}

const DAMAGED = 'a downloaded file does not have its SHA-256';

function verifying(sha256: string): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash('sha256');
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (hash.digest('hex') !== sha256) controller.error(new Error(DAMAGED));
    },
  });
}
