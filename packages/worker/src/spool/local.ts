/**
 * This machine's own disk, for paid responses while the artifact store is unavailable. An entry is complete or absent.
 * It goes into the store as soon as possible, by this process or by the next one that starts here.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf } from '../step/content.ts';
import { type CallResult, type StepLocation, decode, encode } from './call-result.ts';

export interface LocalEntry {
  readonly location: StepLocation;
  readonly callResult: CallResult;
  /** Files of the response's artifacts, in order. */
  readonly paths: readonly string[];
  /** A result that cannot be delivered, as it was received: its bytes, or its path. */
  readonly received?: Buffer | string | undefined;
}

export interface LocalSpool {
  readonly keep: (entry: LocalEntry) => Promise<void>;
  readonly at: (location: StepLocation) => Promise<LocalEntry | null>;
  readonly entries: () => Promise<readonly LocalEntry[]>;
  readonly remove: (location: StepLocation) => Promise<void>;
  /** Removes unfinished entries of a process that died. */
  readonly tidy: () => Promise<void>;
}

const CALL_RESULT = 'call-result.json';
const RECEIVED = 'received';
const INCOMING = 'incoming-';
/** Longer than any process of this machine takes to write one. */
const INCOMING_MS = 3600_000;
const NAME = /^[\w-]+\.\d+$/;

export function createLocalSpool(directory: string): LocalSpool {
  const nameOf = ({ executionId, step }: StepLocation): string => `${executionId}.${step}`;
  const pathOf = (location: StepLocation): string => join(directory, nameOf(location));
  return {
    async keep({ location, callResult, paths, received }) {
      const incoming = join(directory, `${INCOMING}${randomUUID()}`);
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        for (const [n, path] of paths.entries()) await copyDurably(path, join(incoming, String(n)));
        if (received !== undefined)
          await writeFile(join(incoming, RECEIVED), await bytesOf(received), { mode: 0o600, flush: true });
        await writeFile(join(incoming, CALL_RESULT), encode(location, callResult), { mode: 0o600, flush: true });
        await rm(pathOf(location), { recursive: true, force: true });
        await rename(incoming, pathOf(location));
      } catch (error) {
        await rm(incoming, { recursive: true, force: true }).catch(() => {}); // on a full disk it is most of the written data
        throw error;
      }
    },
    at: (location) => entryOf(directory, nameOf(location)),
    async entries() {
      const names = await readdir(directory).catch(() => []);
      const found = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => entryOf(directory, name)));
      return found.filter((entry) => entry !== null);
    },
    async tidy() {
      const names = await readdir(directory).catch(() => []);
      for (const name of names.filter((each) => each.startsWith(INCOMING))) await removeOld(join(directory, name));
    },
    remove: (location) => rm(pathOf(location), { recursive: true, force: true }),
  };
}

/** Flushed to disk before the response that names it, so that a power cut loses neither. */
async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await using copied = await open(to, 'r+');
  await copied.sync();
}

const LOST = new Set(['ENOENT', 'EIO']);

/** Whether the artifacts of an entry are the bytes that were stored. Rejects while that is unknown. */
export async function isWholeHere({ callResult, paths }: LocalEntry): Promise<boolean> {
  try {
    for (const [n, { sha256 }] of callResult.step.artifacts.entries()) {
      if ((await contentOf(paths[n] as string)).sha256 !== sha256) return false;
    }
    return true;
  } catch (error) {
    if (LOST.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function removeOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > INCOMING_MS) await rm(path, { recursive: true, force: true });
}

/** Null if it is gone, or is not an entry. */
async function entryOf(directory: string, name: string): Promise<LocalEntry | null> {
  const path = join(directory, name);
  const bytes = await readFile(join(path, CALL_RESULT)).catch(() => null);
  if (bytes === null) return null;
  const location = locationOf(bytes);
  const callResult = location === null ? null : decode(bytes, location);
  if (location === null || callResult === null || name !== `${location.executionId}.${location.step}`) return null;
  const received = join(path, RECEIVED);
  return {
    location,
    callResult,
    paths: callResult.step.artifacts.map((_, n) => join(path, String(n))),
    received: (await isThere(received)) ? received : undefined,
  };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The bytes of a received result, wherever they are. */
export const bytesOf = async (received: Buffer | string): Promise<Buffer> =>
  typeof received === 'string' ? readFile(received) : received;

function locationOf(bytes: Buffer): StepLocation | null {
  try {
    return (JSON.parse(bytes.toString()) as { readonly place?: StepLocation }).place ?? null;
  } catch {
    return null;
  }
}
