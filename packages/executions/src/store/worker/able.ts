/** Checks that a worker has the operations of a plan. A plan of a newer version is left to a newer worker. */
import { type Database, Prisma } from '@farebox/db';
import type { ClaimOptions } from './claim.ts';
import { type Choice, type Contention, choose } from './fairness.ts';
import type { ExecutionRef } from './leased.ts';

/** Like `choose`, but never returns an execution whose operations this worker lacks: then it returns the job's own execution or waits. */
export async function chooseAble(
  database: Database,
  own: ExecutionRef,
  { contention, options }: { readonly contention: Contention; readonly options: ClaimOptions },
): Promise<Choice> {
  const choice = await choose(database, own, contention);
  if (choice.kind === 'wait' || choice.execution.id === own.id) return choice;
  if (await isAble(database, choice.execution, options)) return choice;
  const { inHand, share, restricted } = contention;
  const isFull = restricted.has(own.projectId) || (inHand.get(own.projectId) ?? 0) >= share;
  return isFull ? { kind: 'wait' } : { kind: 'claim', execution: own };
}

async function isAble(
  database: Database,
  { projectId, id }: ExecutionRef,
  { engine, operations }: ClaimOptions,
): Promise<boolean> {
  if (operations === undefined) return true;
  const rows = await database.rows(
    Prisma.sql`SELECT 1 AS one FROM execution_able(${[projectId]}, ${[id]}, ${engine}, ${[...operations]}::text[])`,
  );
  return rows.length > 0;
}
