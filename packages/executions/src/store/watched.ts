/**
 * For long polls and event streams of many executions: a mark of a few bytes shows that an execution may have changed; then
 * the changed ones are read completely. Reads by primary keys only, and keeps no state between two queries.
 */
import type { Execution } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { readRows } from './read.ts';
import { textArray } from './sql-codec.ts';
import { executionOf } from './view.ts';
import type { ExecutionRef } from './worker/leased.ts';

/** Maximum per query. */
export const WATCHED_MARKS_MAX = 500;
export const WATCHED_READ_MAX = 100;

export interface WatchedReader {
  /**
   * Marks by id: equal as long as no column that a poll shows was written. A missing execution has none. Takes at most
   * WATCHED_MARKS_MAX.
   */
  readonly marks: (watched: readonly ExecutionRef[]) => Promise<ReadonlyMap<string, string>>;
  /** Executions by id, as a poll returns them. Takes at most WATCHED_READ_MAX. */
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

/** `xmin` is the last transaction that wrote a row. Progress is hidden a minute after it was reported. */
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
