/**
 * Stores files in one folder, for the embedded mode. Any number of processes of one machine may share it. A file is
 * written beside the objects, flushed and renamed, so that neither a reader nor a power cut ever shows half of one.
 */
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Clock, invariant, systemClock, TimeoutError, within } from '@farebox/kernel';
import type { ArtifactStore } from '../artifact-store.ts';
import type { ByteRange } from '../downloads/byte-range.ts';
import { ObjectMissingError, StorageUnavailableError } from '../errors.ts';
import { checkKey, checkPrefix } from '../object-key.ts';
import { withMappedErrors } from '../mapped-stream.ts';
import { filesBelow, nullIfGone } from './files-below.ts';
import { pruneEmptyFolders, removeStaleFiles, replaceFile } from './replace-file.ts';

export interface DiskStoreOptions {
  readonly directory: string;
  readonly clock?: Clock;
  readonly callTimeoutMs?: number;
  readonly transferTimeoutMs?: number;
}

/**
 * Chunk size of a read. A stalled slow reader keeps a few small chunks in memory, which is less than a fast reader
 * keeps for a moment.
 */
const READ_BYTES = { slowly: 64 * 1024, atOnce: 1024 * 1024 } as const;

interface Putting {
  readonly sizeBytes: number;
  /** An existing object stays. */
  readonly isNew: boolean;
}

export function createDiskStore(options: DiskStoreOptions): ArtifactStore {
  const { directory, clock = systemClock, callTimeoutMs = 10_000, transferTimeoutMs = 120_000 } = options;
  const [objects, incoming] = [join(directory, 'objects'), join(directory, 'incoming')];

  function pathOf(key: string): string {
    checkKey(key);
    return join(objects, ...key.split('/'));
  }

  /** Names the failed operation, and ends even if the disk (a dead network mount) never responds. */
  async function attempt<T>(doing: string, work: Promise<T>, timeoutMs = callTimeoutMs): Promise<T> {
    return await within(timeoutMs, doing, work).catch((error: unknown) => {
      throw new StorageUnavailableError(doing, error);
    });
  }

  async function read(key: string, range: ByteRange | undefined, pace: keyof typeof READ_BYTES): Promise<Readable> {
    const handle = await attempt('open an object', open(pathOf(key), 'r').catch(nullIfGone));
    if (handle === null) throw new ObjectMissingError(key);
    const part = range === undefined ? {} : { start: range.first, end: range.last };
    const stream = createReadStream('', { ...part, fd: handle, highWaterMark: READ_BYTES[pace] });
    return withMappedErrors(stream, (error) => new StorageUnavailableError('read an object', error));
  }

  async function put(key: string, body: Readable | Buffer, { sizeBytes, isNew }: Putting): Promise<boolean> {
    const replacement = { target: pathOf(key), incoming, body, sizeBytes, isNew, timeoutMs: transferTimeoutMs };
    // replaceFile limits the transfer of the body; this limit covers a disk that does not respond.
    const replaced = within(transferTimeoutMs + callTimeoutMs, 'write an object', replaceFile(replacement));
    return await replaced.catch((error: unknown) => {
      throw error instanceof TimeoutError ? new StorageUnavailableError('write an object', error) : error;
    });
  }

  return {
    put: async (key, body, { sizeBytes }) => void (await put(key, body, { sizeBytes, isNew: false })),

    putNew: async (key, body, { sizeBytes }) => await put(key, body, { sizeBytes, isNew: true }),

    read: (key, range) => read(key, range, 'atOnce'),
    // A waiting reader holds only a file descriptor. The server of downloads limits their number.
    readSlowly: async (key, range) => (range.last < range.first ? Readable.from([]) : await read(key, range, 'slowly')),

    stat: async (key) => await attempt('stat an object', sizeOf(pathOf(key))),

    remove: async (keys) => await attempt('remove objects', removeAll(keys.map(pathOf), objects), transferTimeoutMs),

    list(prefix, after = '') {
      checkPrefix(prefix);
      return filesBelow(objects, prefix, after);
    },

    freeBytes: async () => await attempt('read the free space of its disk', freeBytesOf(objects)),

    ready: async () => await attempt('use its folder', checkFolder(objects)),

    async prepare() {
      const folders = [objects, incoming].map((each) => mkdir(each, { recursive: true, mode: 0o700 }));
      await attempt('create its folder', Promise.all(folders));
      await attempt('remove abandoned files', removeStaleFiles(incoming, clock.now()));
    },
  };
}

async function sizeOf(path: string): Promise<{ sizeBytes: number } | null> {
  const found = await stat(path).catch(nullIfGone);
  return found?.isFile() === true ? { sizeBytes: found.size } : null;
}

async function removeAll(paths: readonly string[], root: string): Promise<void> {
  for (const path of paths) {
    await unlink(path).catch(nullIfGone);
    await pruneEmptyFolders(path, root);
  }
}

/** Below this the disk counts as full, because a write would soon fail halfway. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;

async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  invariant((await freeBytesOf(folder)) >= FREE_BYTES_MIN, `less than ${FREE_BYTES_MIN} bytes are free`);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
