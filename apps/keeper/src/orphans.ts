/**
 * Removes objects that no file refers to: left by a worker that died between the object and its row, by an upload that was
 * not needed, or by a removal that failed. Young objects are spared, because their row may be on its way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@tollgate/db';
import { unreferencedKeys } from '@tollgate/executions';
import type { Clock } from '@tollgate/kernel';
import type { ArtifactStore } from '@tollgate/storage';

export interface OrphanSearch {
  readonly database: Database;
  readonly artifacts: Pick<ArtifactStore, 'list' | 'remove'>;
  readonly clock: Clock;
  /** Ends the search early; the next one begins anew. */
  readonly signal: AbortSignal;
}

/** Longer than any time between an object and its row. */
const AGE_MIN_MS = 3600 * 1000;
const PAGE = 500;
/** Between pages: this may take long, and must not be felt. */
const PAUSE_MS = 100;

/** Answers how many objects were removed. */
export async function removeOrphans({ database, artifacts, clock, signal }: OrphanSearch): Promise<number> {
  const oldest = clock.now().getTime() - AGE_MIN_MS;
  let total = 0;
  let page: string[] = [];
  async function turnPage(): Promise<void> {
    const orphans = page.length === 0 ? [] : await unreferencedKeys(database, page);
    await artifacts.remove(orphans);
    total += orphans.length;
    page = [];
  }
  for await (const { key, modifiedAt } of artifacts.list('projects/')) {
    if (signal.aborted) return total;
    if (modifiedAt.getTime() <= oldest) page.push(key);
    if (page.length < PAGE) continue;
    await turnPage();
    await sleep(PAUSE_MS);
  }
  await turnPage();
  return total;
}
