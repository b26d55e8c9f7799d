/** Removes the objects of expired or cancelled exports that no keeper is writing. The rows stay. */
import type { Database } from '@farebox/db';
import type { ArtifactStore } from '@farebox/storage';
import { prefixOf } from './keys.ts';
import { markRemoved, type OverExport, overExports } from './store/over.ts';

type Objects = Pick<ArtifactStore, 'list' | 'remove'>;

/** The most exports in one run; the rest waits for the next run. */
const LIMIT = 20;
const BATCH = 500;

/** Returns the number of removed exports. */
export async function removeExports(database: Database, artifacts: Objects): Promise<number> {
  const over = await overExports(database, LIMIT);
  for (const each of over) {
    await removeObjects(artifacts, each);
    await markRemoved(database, each);
  }
  return over.length;
}

async function removeObjects(artifacts: Objects, over: OverExport): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of artifacts.list(prefixOf(over))) {
    keys.push(key);
    if (keys.length < BATCH) continue;
    await artifacts.remove(keys);
    keys = [];
  }
  await artifacts.remove(keys);
}
