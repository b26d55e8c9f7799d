/** Remembers the file that a step received, so that the operator gets it if the step cannot deliver it. */
import type { ProviderOutput } from '../adapter.ts';
import type { Receiving } from './save.ts';

export interface Receiver {
  readonly receiving: Receiving;
  /** The file, or the response if there was none. */
  readonly received: () => Buffer | undefined;
}

export function receiver({ files: [first], text, raw }: ProviderOutput, { fetch, convert }: Receiving): Receiver {
  let bytes =
    first !== undefined && 'bytes' in first ? first.bytes : (raw ?? (text === null ? undefined : Buffer.from(text)));
  return {
    receiving: {
      async fetch(url) {
        const fetched = await fetch(url);
        bytes = fetched.bytes;
        return fetched;
      },
      convert,
    },
    received: () => bytes,
  };
}
