/**
 * Removes the objects of files whose retention period has ended, and the parts of unfinished uploads. The rows stay as
 * evidence. An object that cannot be removed becomes an orphan.
 */
import type { Database } from '@farebox/db';
import type { ArtifactStore } from '@farebox/storage';
import { expireUpload } from './store/resumable.ts';
import { expireFiles } from './store/retention.ts';

const LIMIT = 100;
/** Rounds per run; the next run takes the rest. */
const ROUNDS_MAX = 100;

/** Returns the number of removed files. */
export async function removeExpired(database: Database, artifacts: Pick<ArtifactStore, 'remove'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const keys = await expireFiles(database, LIMIT);
    await artifacts.remove(keys);
    total += keys.length;
    if (keys.length < LIMIT) break;
  }
  return total + (await removeUploads(database, artifacts));
}

/** Returns the number of removed objects. */
async function removeUploads(database: Database, artifacts: Pick<ArtifactStore, 'remove'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const keys = await expireUpload(database);
    if (keys === null) break;
    await artifacts.remove(keys);
    total += keys.length;
  }
  return total;
}
