/**
 * Deletes the content of executions whose project keeps it for a period that is over. Little at a time, and projects by turns: one that had years of
 * executions before it set a period keeps none of the others waiting.
 */
import type { Database } from '@farebox/db';
import { countContentRemovals } from './store/removals.ts';
import { deleteDueContent, projectsWithDueContent } from './store/retention.ts';

/** Of one run; others wait for the next. */
const PROJECTS_MAX = 1_000;
const BATCHES_MAX = 500;
/** Of one batch, which is one transaction. */
const TRANSFERS = 100;
/**
 * While the objects of so many executions wait to be removed nothing is added to them: they are removed in the order in which their content was deleted, and
 * what a person deletes is to be gone within a minute. It also bounds what is deleted while the store is away.
 */
const WAITING_MAX = 400;

/** Answers of how many executions it deleted the content. What fails in one project stops no other; it is tried again in the next run. */
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
