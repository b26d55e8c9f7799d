/**
 * Removes the objects of deleted files. They have a separate list, so that they are removed within a minute, however
 * many files expire at the same time. An object that the store refuses to remove stays in the list, and the next run
 * retries it after the others.
 */
import type { Database } from '@farebox/db';
import type { ArtifactStore } from '@farebox/storage';
import { dropFileRemovals, fileRemovals, type FileRemoval, putOffFileRemovals } from './store/delete.ts';

const PAGE = 100;
/** Pages per run; the next run takes the rest. */
const PAGES_MAX = 100;
/** This many errors in a run mean that the store is unavailable, not that single objects fail. The next run retries. */
const ERRORS_MAX = 5;

type Store = Pick<ArtifactStore, 'remove'>;

/**
 * Returns the number of removed objects. If some objects cannot be removed, removes the others first, then throws the
 * store's error.
 */
export async function removeDeleted(database: Database, artifacts: Store): Promise<number> {
  let total = 0;
  const errors: unknown[] = [];
  for (let page = 0; page < PAGES_MAX && errors.length < ERRORS_MAX; page++) {
    const removals = await fileRemovals(database, PAGE);
    const { removed, resisting } = await removeEach(removals, artifacts, errors);
    if (removed.length > 0) await dropFileRemovals(database, removed);
    if (resisting.length > 0) await putOffFileRemovals(database, resisting);
    total += removed.length;
    if (removals.length < PAGE) break;
  }
  if (errors.length > 0) throw new AggregateError(errors, 'objects of deleted files cannot be removed');
  return total;
}

interface Outcome {
  readonly removed: readonly FileRemoval[];
  readonly resisting: readonly FileRemoval[];
}

/**
 * Removes all at once. If that fails, removes one by one, because the error does not name the failing object. Objects
 * in neither result list were not tried.
 */
async function removeEach(removals: readonly FileRemoval[], artifacts: Store, errors: unknown[]): Promise<Outcome> {
  const isRemoved = (some: readonly FileRemoval[], onError: (error: unknown) => void): Promise<boolean> =>
    artifacts.remove(some.map(({ objectKey }) => objectKey)).then(
      () => true,
      (error: unknown) => (onError(error), false),
    );
  if (removals.length === 0 || (await isRemoved(removals, () => {}))) return { removed: removals, resisting: [] };
  const [removed, resisting]: [FileRemoval[], FileRemoval[]] = [[], []];
  for (const each of removals) {
    if (errors.length >= ERRORS_MAX) break;
    const list = (await isRemoved([each], (error) => errors.push(error))) ? removed : resisting;
    list.push(each);
  }
  return { removed, resisting };
}
