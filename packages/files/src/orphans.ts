/**
 * Removes objects that no file refers to: left by a worker that died between the object and its row, by an upload that was
 * not needed, or by a removal that failed. Young objects are spared, because their row may be on its way, and what is taken for
 * removal is taken in the database first, so that no row can come to refer to it. A bounded part of the bucket at a time, from
 * where the last search stood.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@farebox/db';
import type { Clock } from '@farebox/kernel';
import type { ArtifactStore, ObjectEntry } from '@farebox/storage';
import { saveCursor, takeCursor } from './store/cursor.ts';
import { takeOrphans } from './store/retention.ts';

export interface OrphanSearch {
  readonly database: Database;
  readonly artifacts: Pick<ArtifactStore, 'list' | 'remove'>;
  readonly clock: Clock;
  /** Ends the search early; the next one goes on. */
  readonly signal: AbortSignal;
  /** Objects of one search, at most; default 5,000. */
  readonly keysMax?: number;
  /** However many keepers there are, one search in this time; default 50 s. */
  readonly everySeconds?: number;
}

/** Longer than any time between an object and its row. */
const AGE_MIN_MS = 3600 * 1000;
const PAGE = 500;
/** Between pages: this may take long, and must not be felt. */
const PAUSE_MS = 100;
/** Longer than a page takes: one keeper searches at a time. */
const TAKEN_SECONDS = 300;

/** Answers how many objects were removed. */
export async function removeOrphans(search: OrphanSearch): Promise<number> {
  const { database, artifacts, signal, keysMax = 5000, everySeconds = 50 } = search;
  let from = await takeCursor(database, 'objects', TAKEN_SECONDS);
  if (from === null) return 0;
  let total = 0;
  let seen = 0;
  const save = async (to: string, seconds: number): Promise<void> => {
    await saveCursor(database, 'objects', { from: from ?? '', to, seconds });
    from = to;
  };
  for await (const page of pagesOf(artifacts.list('projects/', from), Math.min(PAGE, keysMax))) {
    total += await removeFrom(page, search);
    seen += page.length;
    const isOver = signal.aborted || seen >= keysMax;
    await save(page.at(-1)?.key ?? '', isOver ? everySeconds : TAKEN_SECONDS);
    if (isOver) return total;
    await sleep(PAUSE_MS);
  }
  await save('', everySeconds); // the end: the next search begins anew
  return total;
}

async function removeFrom(page: readonly ObjectEntry[], { database, artifacts, clock }: OrphanSearch): Promise<number> {
  const oldest = clock.now().getTime() - AGE_MIN_MS;
  const old = page.filter(({ modifiedAt }) => modifiedAt.getTime() <= oldest).map(({ key }) => key);
  const orphans = old.length === 0 ? [] : await takeOrphans(database, old);
  await artifacts.remove(orphans);
  return orphans.length;
}

async function* pagesOf(entries: AsyncIterable<ObjectEntry>, size: number): AsyncGenerator<readonly ObjectEntry[]> {
  let page: ObjectEntry[] = [];
  for await (const entry of entries) {
    page.push(entry);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
