/** Removes the objects of files whose retention period is over, and the parts of uploads that were not finished in time. Their rows stay, as evidence; an object that resists is an orphan. */
import type { Database } from '@farebox/db';
import type { ArtifactStore } from '@farebox/storage';
import { expireUpload } from './store/resumable.ts';
import { expireFiles } from './store/retention.ts';

const LIMIT = 100;
/** Of one run; what has expired beyond it waits for the next. */
const ROUNDS_MAX = 100;

/** Answers how many files were removed. */
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

/** Answers how many objects were removed. */
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
