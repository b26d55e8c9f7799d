/**
 * Replaces a file atomically and durably: write beside it, fsync, rename, fsync the folder. Files that a killed process
 * leaves are in `incoming` and are removed by age.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkedBody, putError } from '../checked-body.ts';

export interface Replacement {
  readonly target: string;
  /** A folder on the same file system as `target`. */
  readonly incoming: string;
  readonly body: Readable | Buffer;
  readonly sizeBytes: number;
  /** An existing file stays. */
  readonly isNew: boolean;
  readonly timeoutMs: number;
}

/**
 * Rejects with the body's own error, InvariantError (wrong size) or StorageUnavailableError; then nothing was replaced.
 * False if the file stays.
 */
export async function replaceFile(replacement: Replacement): Promise<boolean> {
  const { target, incoming, body, sizeBytes, isNew, timeoutMs } = replacement;
  const source = Buffer.isBuffer(body) ? Readable.from([body], { objectMode: false }) : body;
  source.on('error', () => {}); // no other listener exists until the file is open; `pipeline` rejects with it
  const part = join(incoming, randomUUID());
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await writeDurably({ path: part, source, sizeBytes, signal });
    return await moveInto(part, { target, isNew });
  } catch (error) {
    source.destroy();
    await rm(part, { force: true }).catch(() => {}); // otherwise removed by age
    throw putError(signal.aborted ? signal.reason : error); // an abort breaks the body, too
  }
}

async function writeDurably(options: {
  readonly path: string;
  readonly source: Readable;
  readonly sizeBytes: number;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { path, source, sizeBytes, signal } = options;
  await using handle = await open(path, 'wx', 0o600);
  await pipeline(source, checkedBody(sizeBytes), (chunks: AsyncIterable<Buffer>) => handle.writeFile(chunks), {
    signal,
  });
  await handle.sync();
}

/** A concurrent removal may prune the folder between its creation and the rename. It is then created again. */
async function moveInto(
  part: string,
  { target, isNew }: Pick<Replacement, 'target' | 'isNew'>,
  attempts = 5,
): Promise<boolean> {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await (isNew ? linkOnce(part, target) : rename(part, target));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isNew && code === 'EEXIST') return await removePart(part);
    if (code !== 'ENOENT' || attempts <= 1) throw error;
    return await moveInto(part, { target, isNew }, attempts - 1);
  }
  await using handle = await open(folder, 'r');
  await handle.sync();
  return true;
}

/** A link, unlike a rename, never replaces a file. */
async function linkOnce(part: string, target: string): Promise<void> {
  await link(part, target);
  await removePart(part);
}

async function removePart(part: string): Promise<false> {
  await rm(part, { force: true }).catch(() => {}); // otherwise removed by age
  return false;
}

/** Removes the empty folders above a removed file, up to `root`. */
export async function pruneEmptyFolders(removed: string, root: string): Promise<void> {
  for (let folder = dirname(removed); folder.length > root.length; folder = dirname(folder)) {
    const pruned = await rmdir(folder).then(
      () => true,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT',
    );
    if (!pruned) return;
  }
}

/** Longer than any transfer may take. */
const STALE_AFTER_MS = 3_600_000;

export async function removeStaleFiles(incoming: string, now: Date): Promise<void> {
  for await (const entry of await opendir(incoming)) {
    const path = join(incoming, entry.name);
    const found = await stat(path).catch(() => null); // its writer has finished meanwhile
    if (found !== null && now.getTime() - found.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
  }
}
