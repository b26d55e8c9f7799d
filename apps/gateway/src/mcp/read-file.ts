/**
 * Reads images for the results of MCP tools: by the signed URLs that clients get, so with the same permission and the same
 * expiry, but without a request of the gateway to itself. A result with an image is built in memory, so few are read at once.
 */
import { AppError } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import { createSemaphore } from '@farebox/kernel';
import { type Downloads, ObjectMissingError } from '@farebox/storage';
import { unavailable } from '../endpoint/failure.ts';

/** Each takes at most 1 MB, and twice as much as JSON. */
const READS = { slots: 16, slotsPerKey: [8, 4] };

export interface FileReading {
  readonly downloads: Pick<Downloads, 'open'>;
  /** Base URL that clients use. */
  readonly publicUrl: URL;
}

export type ReadFile = (url: string, bytesMax: number) => Promise<Buffer>;

export function createFileReader({ downloads, publicUrl }: FileReading): (identity: Identity) => ReadFile {
  const reads = createSemaphore(READS);
  const basePath = publicUrl.pathname.replace(/\/$/, '');
  return ({ organization, project }) =>
    async (url, bytesMax) => {
      const leave = reads.tryTake({ key: [organization.id, project.id] });
      if (leave === null) throw unavailable('service_unavailable');
      try {
        const { pathname, search } = new URL(url);
        const path = pathname.slice(basePath.length);
        const download = await downloads.open({ method: 'GET', path, query: search });
        if (download?.read === undefined || download.read === null) throw new AppError('artifact_unavailable');
        return await collected(await download.read(), bytesMax);
      } catch (error) {
        throw error instanceof ObjectMissingError ? new AppError('artifact_unavailable') : error;
      } finally {
        leave();
      }
    };
}

async function collected(pieces: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let left = bytesMax;
  for await (const piece of pieces) {
    left -= piece.length;
    if (left < 0) throw new AppError('artifact_unavailable'); // leaving the loop destroys the stream
    kept.push(piece);
  }
  return Buffer.concat(kept);
}
