/**
 * Deletes the content of executions once their project's retention has passed. It deletes in small batches and projects take
 * turns, so that a project with years of executions does not delay the others.
 */
import type { Database } from '@farebox/db';
import { countContentRemovals } from './store/removals.ts';
import { deleteDueContent, projectsWithDueContent } from './store/retention.ts';

/** Maximum of projects per run; the rest wait for the next run. */
const PROJECTS_MAX = 1_000;
const BATCHES_MAX = 500;
/** Transfers per batch; a batch is one transaction. */
const TRANSFERS = 100;
/**
 * Stops while the objects of this many executions wait for removal. Objects are removed in the order of deletion, and
 * content that a person deletes must be gone within a minute. It also bounds deletions while the store is unreachable.
 */
const WAITING_MAX = 400;

/** Returns the number of executions whose content it deleted. A failure in one project does not stop others and is retried. */
export async function deleteContentThatIsDue(database: Database): Promise<number> {
  const projects = await projectsWithDueContent(database, PROJECTS_MAX);
  const failures: unknown[] = [];
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const projectId = projects.shift();
    if (projectId === undefined || (await countContentRemovals(database, WAITING_MAX)) >= WAITING_MAX) break;
    try {
      const { deleted, hasMore } = await deleteDueContent(database, { projectId, transfers: TRANSFERS });
      total += deleted;
      if (hasMore) projects.push(projectId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'content that is due cannot be deleted');
  return total;
}
