/** Reads of executions by key: polls of the same moment share one query. A row of another project is as if it were absent. */
import type { Execution } from '@tollgate/contract';
import { type Database, Prisma } from '@tollgate/db';
import { coalesce, isId } from '@tollgate/kernel';
import { type ObserveBatch, observed } from './observe-batch.ts';
import { type ExecutionRow, executionOf, hex } from './view.ts';

const BATCHING = { batchMax: 64, callsMax: 2, waitingMax: 5_000 } as const;

/** All a client sees of an execution in one row: steps and files ride along as JSON. The files' index knows artifacts only. */
const SELECT = Prisma.sql`
  SELECT e.id, e.project_id, e.key_lineage, e.body_sha256, e.tool, e.model, e.status, e.status_reason, e.cancel_requested_at,
         e.price_version, e.minimum_micros, e.maximum_micros, e.charged_micros, e.error, e.review, e.resolve_by, e.created_at, e.started_at, e.finished_at,
         e.plan, e.billing, e.result, e.attempts,
         (SELECT jsonb_agg(to_jsonb(s) - 'result' ORDER BY s.index) FROM execution_step AS s WHERE s.execution_id = e.id) AS steps,
         (SELECT jsonb_agg(to_jsonb(f) ORDER BY f.step, f.position) FROM file AS f
           WHERE f.execution_id = e.id AND f.origin = 'artifact') AS files
  FROM execution AS e`;

export interface FoundExecution {
  readonly keyLineage: string;
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodyHash: string;
  readonly execution: Execution;
}

export interface ExecutionReader {
  /** The execution, or null when this project has none of this id. */
  readonly get: (projectId: string, id: string) => Promise<Execution | null>;
  /** The execution that was accepted under this key, or null. */
  readonly findByIdempotencyKey: (projectId: string, idempotencyKey: string) => Promise<FoundExecution | null>;
}

export function createExecutionReader(database: Database, observe: ObserveBatch): ExecutionReader {
  const batching = observed(BATCHING, observe, 'read');
  const byId = coalesce<string, ExecutionRow | null>(async (ids) => {
    const rows = await database.rows<ExecutionRow>(Prisma.sql`${SELECT} WHERE e.id = ANY (${[...new Set(ids)]})`);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, batching);

  async function findByIdempotencyKey(projectId: string, idempotencyKey: string): Promise<FoundExecution | null> {
    const where = Prisma.sql`WHERE e.project_id = ${projectId} AND e.idempotency_key = ${idempotencyKey}`;
    const [row] = await database.rows<ExecutionRow>(Prisma.sql`${SELECT} ${where}`);
    return row === undefined ? null : foundOf(row);
  }

  return {
    get: async (projectId, id) => {
      if (!isId('execution', id)) return null;
      const row = await byId(id);
      return row === null || row.project_id !== projectId ? null : executionOf(row);
    },
    findByIdempotencyKey,
  };
}

const foundOf = (row: ExecutionRow): FoundExecution => ({
  keyLineage: row.key_lineage,
  bodyHash: hex(row.body_sha256),
  execution: executionOf(row),
});
