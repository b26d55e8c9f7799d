/**
 * For whoever waits for changes of many executions: what tells that one may have changed, at the cost of a few bytes each, and then the whole of those
 * that have. Reads by primary keys alone, and holds nothing between two calls.
 */
import type { Execution } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { readRows } from './read.ts';
import { textArray } from './sql-codec.ts';
import { executionOf } from './view.ts';
import type { ExecutionRef } from './worker/leased.ts';

/** In one call, at most. */
export const WATCHED_MARKS_MAX = 500;
export const WATCHED_READ_MAX = 100;

export interface WatchedReader {
  /** By id: equal as long as nothing was written of it that a poll shows. What is not there has none. At most WATCHED_MARKS_MAX. */
  readonly marks: (watched: readonly ExecutionRef[]) => Promise<ReadonlyMap<string, string>>;
  /** By id, as a poll answers each. At most WATCHED_READ_MAX. */
  readonly read: (watched: readonly ExecutionRef[]) => Promise<ReadonlyMap<string, Execution>>;
}

export const createWatchedReader = (database: Database): WatchedReader => ({
  async marks(watched) {
    const found = await database.json<readonly (readonly [string, string])[]>(marksOf(watched));
    return new Map(found);
  },
  async read(watched) {
    const rows = await readRows(database, watched);
    return new Map(rows.map((row) => [row.id, executionOf(row)]));
  },
});

/** `xmin` names the transaction that wrote a row last. Progress stops being shown a minute after it was told. */
const marksOf = (watched: readonly ExecutionRef[]): Prisma.Sql => Prisma.sql`
  SELECT json_agg(json_build_array(e.id, concat_ws(' ', e.xmin, steps.mark, told.mark)))
  FROM unnest(${textArray(watched.map(({ projectId }) => projectId))}::text[], ${textArray(watched.map(({ id }) => id))}::text[]) AS item (project_id, id),
    LATERAL (SELECT e.id, e.xmin FROM execution AS e WHERE e.project_id = item.project_id AND e.id = item.id OFFSET 0) AS e
    LEFT JOIN LATERAL (
      SELECT string_agg(concat(s.index, ':', s.xmin), ',' ORDER BY s.index) AS mark
      FROM execution_step AS s WHERE s.project_id = item.project_id AND s.execution_id = item.id OFFSET 0) AS steps ON true
    LEFT JOIN LATERAL (
      SELECT concat(p.step, '/', p.progress) AS mark
      FROM execution_progress AS p
      WHERE p.project_id = item.project_id AND p.execution_id = item.id AND p.told_at > instant() - interval '1 minute' OFFSET 0) AS told ON true`;
