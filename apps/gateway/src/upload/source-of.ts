/** Where the bytes of an input are: a sample is on this machine, any other file in the store. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { sampleOf } from '@farebox/files';
import type { DownloadSource } from '@farebox/storage';

export function sourceOf(store: DownloadSource, key: string): DownloadSource {
  const sample = sampleOf(key);
  if (sample === undefined) return store;
  return {
    stat: async () => ({ sizeBytes: sample.sizeBytes }),
    readSlowly: async (_, { first, last }) =>
      last < first ? Readable.from([]) : createReadStream(sample.path, { start: first, end: last }),
  };
}
