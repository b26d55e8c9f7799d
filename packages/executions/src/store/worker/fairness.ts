/** Chooses the execution that a worker should claim next, so that no project takes all slots. Reads only; the claim decides. */
import { type Database, Prisma } from '@farebox/db';
import type { Engine } from '@farebox/kernel';
import type { ExecutionRef } from './leased.ts';

export interface Contention {
  readonly engine: Engine;
  /** Project → number of its executions that this worker holds. */
  readonly inHand: ReadonlyMap<string, number>;
  /** Maximum of slots for one project. */
  readonly share: number;
  /** Projects that may have only one held execution across all workers. */
  readonly restricted: ReadonlySet<string>;
}

/** `wait`: the project of the job has reached its maximum, and no other project waits. */
export type Choice = { readonly kind: 'claim'; readonly execution: ExecutionRef } | { readonly kind: 'wait' };

export async function choose(database: Database, own: ExecutionRef, contention: Contention): Promise<Choice> {
  const { engine, inHand, share, restricted } = contention;
  const [row] = await database.rows<{ project_id: string; id: string; waits: boolean }>(Prisma.sql`
    SELECT * FROM execution_choose(${own.projectId}, ${own.id}, ${engine}, ${[...inHand.keys()]}::text[], ${[...inHand.values()]}::integer[],
      ${share}::integer, ${[...restricted]}::text[])`);
  if (row?.waits === true) return { kind: 'wait' };
  return { kind: 'claim', execution: row === undefined ? own : { projectId: row.project_id, id: row.id } };
}

/** Returns true if another project has a waiting execution. */
export async function waitsBeside(database: Database, projectId: string, engine: Engine): Promise<boolean> {
  const [row] = await database.rows<{ waits: boolean }>(
    Prisma.sql`SELECT execution_waits_beside(${projectId}, ${engine}) AS waits`,
  );
  return row?.waits === true;
}

/** Adds CPU seconds of failed work that was not charged. */
export async function countFreeCpu(database: Database, projectId: string, seconds: number): Promise<void> {
  await database.rows(Prisma.sql`SELECT project_free_cpu_add(${projectId}, ${seconds}::double precision)`);
}

export async function overFreeCpuBudget(database: Database, budgetSeconds: number): Promise<ReadonlySet<string>> {
  const rows = await database.rows<{ project_id: string }>(Prisma.sql`
    SELECT project_id FROM project_free_cpu_exceeded(${budgetSeconds}::double precision) AS exceeded (project_id)`);
  return new Set(rows.map(({ project_id }) => project_id));
}
