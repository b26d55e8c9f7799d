/** Progress of running steps, if their workers know it: written by claim, read by polls. Nothing is decided by it. */
import { type Database, Prisma } from '@farebox/db';
import type { ExecutionRow } from './columns.ts';
import type { LeasedExecution } from './worker/leased.ts';

export interface ToldProgress extends LeasedExecution {
  /** Index of the running step. */
  readonly step: number;
  /** From 0 to 1. */
  readonly progress: number;
}

interface ProgressRow {
  readonly execution_id: string;
  readonly step: number;
  readonly progress: number;
}

/** Progress by execution id. */
export type ProgressOf = ReadonlyMap<string, Pick<ProgressRow, 'step' | 'progress'>>;

export async function tellProgress(database: Database, told: readonly ToldProgress[]): Promise<void> {
  await database.rows(Prisma.sql`SELECT 1 AS one FROM execution_tell_progress(${JSON.stringify(told)}::jsonb)`);
}

const NONE: ProgressOf = new Map();

/** Queries only running executions, so that other polls cost nothing more. */
export async function progressOf(database: Database, rows: readonly ExecutionRow[]): Promise<ProgressOf> {
  const running = rows.filter(({ status }) => status === 'running');
  if (running.length === 0) return NONE;
  const found = await database.rows<ProgressRow>(Prisma.sql`
    SELECT p.execution_id, p.step, p.progress
    FROM unnest(${running.map((row) => row.project_id)}::text[], ${running.map(({ id }) => id)}::text[]) AS item (project_id, id)
    JOIN execution_progress AS p ON p.project_id = item.project_id AND p.execution_id = item.id
    WHERE p.told_at > instant() - interval '1 minute'`);
  return new Map(found.map((row) => [row.execution_id, row]));
}
