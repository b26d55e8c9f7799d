/**
 * Reads executions by key: polls of the same moment share one query, whose rows are returned as one JSON text, because
 * decoding twenty columns per row would cost the gateway more than the rest of a poll. A row of another project is treated
 * as absent.
 */
import type { Execution } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { groupQueries, isId } from '@farebox/kernel';
import { type ObserveGroup, observed } from './observe-group.ts';
import type { ExecutionRef } from './worker/leased.ts';
import { type ExecutionRow, type ReadValues, executionRowOf } from './columns.ts';
import { progressOf } from './progress.ts';
import { textArray } from './sql-codec.ts';
import { executionOf } from './view.ts';

/** As for accepts: two alternating queries keep gateway and database busy at once. */
const GROUPING = { groupMax: 32, queriesMax: 2, beside: { min: 16, ms: 20 }, waitingMax: 5_000 } as const;

export interface FoundExecution {
  readonly keyLineage: string;
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodyHash: string;
  readonly execution: Execution;
}

export interface ExecutionReader {
  /** Returns the execution, or null if this project has none with this id. */
  readonly get: (projectId: string, id: string) => Promise<Execution | null>;
  /** Returns the execution that was accepted with this key, or null. */
  readonly findByIdempotencyKey: (projectId: string, idempotencyKey: string) => Promise<FoundExecution | null>;
  /** The same after waiting for every accept of this project in progress: null proves that nothing was accepted. */
  readonly findUnderLock: (projectId: string, idempotencyKey: string) => Promise<FoundExecution | null>;
}

interface FoundRow {
  readonly key_lineage: string;
  readonly body_hash: string;
  readonly executions: readonly [ReadValues];
}

export function createExecutionReader(database: Database, observe: ObserveGroup): ExecutionReader {
  const grouping = observed(GROUPING, observe, 'read');
  const byId = groupQueries<ExecutionRef, ExecutionRow | null>(async (wanted) => {
    const asked = [...new Map(wanted.map((each) => [`${each.projectId} ${each.id}`, each])).values()];
    const found = new Map((await readRows(database, asked)).map((row) => [row.id, row]));
    return wanted.map(({ projectId, id }) => {
      const row = found.get(id) ?? null;
      return row?.project_id === projectId ? row : null;
    });
  }, grouping);

  return {
    get: async (projectId, id) => {
      if (!isId('execution', id)) return null;
      const row = await byId({ projectId, id });
      return row === null ? null : executionOf(row);
    },
    findByIdempotencyKey: async (projectId, idempotencyKey) => {
      const [row] = await database.rows<FoundRow>(Prisma.sql`
        SELECT e.key_lineage, encode(e.body_sha256, 'hex') AS body_hash, execution_read(ARRAY[e.project_id], ARRAY[e.id]) AS executions
        FROM execution AS e WHERE e.project_id COLLATE "ucs_basic" = ${projectId} AND e.idempotency_key = ${idempotencyKey}`);
      return foundOf(row);
    },
    findUnderLock: async (projectId, idempotencyKey) => {
      const [row] = await database.rows<FoundRow>(
        Prisma.sql`SELECT * FROM execution_find_under_lock(${projectId}, ${idempotencyKey})`,
      );
      return foundOf(row);
    },
  };
}

/** Returns the existing ones, each once, in any order. */
export async function readRows(database: Database, asked: readonly ExecutionRef[]): Promise<ExecutionRow[]> {
  const rows = await database.json<readonly ReadValues[]>(Prisma.sql`
    SELECT execution_read(${textArray(asked.map(({ projectId }) => projectId))}::text[], ${textArray(asked.map(({ id }) => id))}::text[])`);
  const read = rows?.map(executionRowOf) ?? [];
  const progress = await progressOf(database, read);
  return read.map((row) => ({ ...row, progress: progress.get(row.id) }));
}

const foundOf = (row: FoundRow | undefined): FoundExecution | null =>
  row === undefined
    ? null
    : {
        keyLineage: row.key_lineage,
        bodyHash: row.body_hash,
        execution: executionOf(executionRowOf(row.executions[0])),
      };
