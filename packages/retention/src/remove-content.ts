/**
 * Removes the remaining objects of executions whose content was deleted: artifacts and results of provider calls, whichever
 * worker wrote them. Only objects below the execution's prefix are removed; uploads that it read are separate files.
 */
import type { Database } from '@farebox/db';
import { executionPrefix } from '@farebox/files';
import type { ArtifactStore } from '@farebox/storage';
import { dropContentRemoval, takeContentRemovals } from './store/removals.ts';

/** Maximum of executions per run; the next run takes the rest. */
const EXECUTIONS_MAX = 1_000;
/** Objects per request to the store. */
const PAGE = 500;

/** Returns the number of executions without remaining objects. A failed one is retried in the next run, after the others. */
export async function removeContent(
  database: Database,
  artifacts: Pick<ArtifactStore, 'list' | 'remove'>,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const each of await takeContentRemovals(database, EXECUTIONS_MAX)) {
    try {
      await removeBelow(executionPrefix({ projectId: each.projectId, executionId: each.id }), artifacts);
      await dropContentRemoval(database, each);
      done++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'objects of deleted content cannot be removed');
  return done;
}

async function removeBelow(prefix: string, artifacts: Pick<ArtifactStore, 'list' | 'remove'>): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of artifacts.list(prefix)) {
    keys.push(key);
    if (keys.length < PAGE) continue;
    await artifacts.remove(keys);
    keys = [];
  }
  await artifacts.remove(keys);
}
