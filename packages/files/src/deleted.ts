/**
 * Removes the objects of files that somebody deleted. They have a list of their own, so that they are gone within the minute however much has expired at
 * the same time; what the store refuses stays in the list, and is tried again in the next run, after the others.
 */
import type { Database } from '@farebox/db';
import type { ArtifactStore } from '@farebox/storage';
import { dropFileRemovals, fileRemovals, type FileRemoval, putOffFileRemovals } from './store/delete.ts';

const PAGE = 100;
/** Of one run; what waits beyond it is taken by the next. */
const PAGES_MAX = 100;
/** So many in a run are no single objects that resist: the store is away, and is asked again by the next run. */
const ERRORS_MAX = 5;

type Store = Pick<ArtifactStore, 'remove'>;

/** Answers how many objects were removed; throws, once the others are gone, what the store said of those that resist. */
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
  if (errors.length > 0) throw new AggregateError(errors, 'objects of deleted files resist');
  return total;
}

interface Outcome {
  readonly removed: readonly FileRemoval[];
  readonly resisting: readonly FileRemoval[];
}

/** All at once, and where that fails one by one, since nobody tells which of them resists. Those of neither list were not tried. */
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
