/**
 * Removes objects that no file refers to. They are left by a worker that died between storing the object and its row,
 * by an unused upload, or by a failed removal. Young objects are skipped, because their row may still be written. An
 * object is first claimed for removal in the database, so that no row can refer to it later. Each search covers a
 * bounded part of the bucket and continues where the last one ended.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@farebox/contract';
import type { Database } from '@farebox/db';
import type { Clock } from '@farebox/kernel';
import type { ArtifactStore, ObjectEntry } from '@farebox/storage';
import { receivedStepOf } from './keys.ts';
import { saveCursor, takeCursor } from './store/cursor.ts';
import { takeOrphans } from './store/retention.ts';

export interface OrphanSearch {
  readonly database: Database;
  readonly artifacts: Pick<ArtifactStore, 'list' | 'remove'>;
  readonly clock: Clock;
  /** Ends the search early; the next search continues. */
  readonly signal: AbortSignal;
  /** Maximum objects per search; default 5,000. */
  readonly keysMax?: number;
  /** One search per this time across all keepers, in seconds; default 50. */
  readonly everySeconds?: number;
}

/** A result that could not be delivered is kept for the operator, as long as an artifact. */
const RECEIVED_AGE_MIN_MS = LIMITS.retentionDays * 86_400_000;
/** Longer than any time between storing an object and its row. */
const AGE_MIN_MS = 3600 * 1000;
const PAGE = 500;
/** Pause between pages, so that the search does not slow other work. */
const PAUSE_MS = 100;
/** Longer than a page takes, so that one keeper searches at a time. */
const TAKEN_SECONDS = 300;

/** Returns the number of removed objects. */
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
  await save('', everySeconds); // at the end; the next search starts from the beginning
  return total;
}

async function removeFrom(page: readonly ObjectEntry[], { database, artifacts, clock }: OrphanSearch): Promise<number> {
  const nowMs = clock.now().getTime();
  const old = page.filter(({ key, modifiedAt }) => nowMs - modifiedAt.getTime() >= ageMinOf(key)).map(({ key }) => key);
  const orphans = old.length === 0 ? [] : await takeOrphans(database, old);
  await artifacts.remove(orphans);
  return orphans.length;
}

const ageMinOf = (key: string): number => (receivedStepOf(key) === null ? AGE_MIN_MS : RECEIVED_AGE_MIN_MS);

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
