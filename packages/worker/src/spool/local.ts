/**
 * This machine's own disk, for answers that were paid for while the artifact store is away. An entry is whole or not there; it
 * goes into the store as soon as that is back, by this process or by the next one that starts here.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, type Place, decode, encode } from './answer.ts';

export interface LocalEntry {
  readonly place: Place;
  readonly answer: Answer;
  /** Of the answer's artifacts, in their order. */
  readonly paths: readonly string[];
}

export interface LocalSpool {
  readonly keep: (entry: LocalEntry) => Promise<void>;
  readonly at: (place: Place) => Promise<LocalEntry | null>;
  readonly entries: () => Promise<readonly LocalEntry[]>;
  readonly remove: (place: Place) => Promise<void>;
}

const ANSWER = 'answer.json';
const NAME = /^[\w-]+\.\d+$/;

export function createLocalSpool(directory: string): LocalSpool {
  const nameOf = ({ executionId, step }: Place): string => `${executionId}.${step}`;
  const pathOf = (place: Place): string => join(directory, nameOf(place));
  return {
    async keep({ place, answer, paths }) {
      const incoming = join(directory, `incoming-${randomUUID()}`);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      for (const [n, path] of paths.entries()) await copyFile(path, join(incoming, String(n)));
      await writeFile(join(incoming, ANSWER), encode(place, answer), { mode: 0o600, flush: true });
      await rm(pathOf(place), { recursive: true, force: true });
      await rename(incoming, pathOf(place));
    },
    at: (place) => entryOf(directory, nameOf(place)),
    async entries() {
      const names = await readdir(directory).catch(() => []);
      const found = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => entryOf(directory, name)));
      return found.filter((entry) => entry !== null);
    },
    remove: (place) => rm(pathOf(place), { recursive: true, force: true }),
  };
}

/** Null for what is gone by now, or not ours. */
async function entryOf(directory: string, name: string): Promise<LocalEntry | null> {
  const path = join(directory, name);
  const bytes = await readFile(join(path, ANSWER)).catch(() => null);
  if (bytes === null) return null;
  const place = placeOf(bytes);
  const answer = place === null ? null : decode(bytes, place);
  if (place === null || answer === null || name !== `${place.executionId}.${place.step}`) return null;
  return { place, answer, paths: answer.step.artifacts.map((_, n) => join(path, String(n))) };
}

function placeOf(bytes: Buffer): Place | null {
  try {
    return (JSON.parse(bytes.toString()) as { readonly place?: Place }).place ?? null;
  } catch {
    return null;
  }
}
