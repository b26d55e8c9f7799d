/**
 * Removes what the store still has of executions whose content was deleted: artifacts, and what paid calls came to, wherever a worker left it. Only
 * what lies below the execution is touched; uploads that it read are files of their own.
 */
import type { Database } from '@farebox/db';
import { executionPrefix } from '@farebox/files';
import type { ArtifactStore } from '@farebox/storage';
import { dropContentRemoval, takeContentRemovals } from './store/removals.ts';

/** Of one run; what waits beyond it is taken by the next. */
const EXECUTIONS_MAX = 1_000;
/** Objects removed by one call. */
const PAGE = 500;

/** Answers of how many executions nothing is left. One whose objects resist is tried again in the next run, after the others. */
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
  if (failures.length > 0) throw new AggregateError(failures, 'objects of deleted content resist');
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
