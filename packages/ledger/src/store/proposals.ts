/** Proposals: bookings that a second operator must confirm. A proposal books nothing, and is decided once. */
import { type Database, Prisma, type Transaction } from '@farebox/db';
import { newId } from '@farebox/kernel';
import type { Funding } from './fund.ts';

export interface Proposal extends Funding {
  readonly id: string;
  readonly reason: string | null;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  /** Null: undecided. */
  readonly outcome: 'confirmed' | 'declined' | null;
}

const COLUMNS = Prisma.sql`project_id AS "projectId", id, kind, amount_micros AS "amountMicros", reference, execution_id AS "executionId", reason,
  proposed_by AS "proposedBy", proposed_at AS "proposedAt", outcome`;

/** Returns the id. Rejects if the reference was proposed before. */
export async function propose(
  transaction: Transaction,
  funding: Funding,
  { by, reason }: { readonly by: string; readonly reason: string | null },
): Promise<string> {
  const { projectId, kind, amountMicros, reference, executionId } = funding;
  const id = newId('proposal');
  await transaction.$executeRaw(Prisma.sql`
    INSERT INTO funding_proposal (project_id, id, kind, amount_micros, reference, execution_id, reason, proposed_by)
    VALUES (${projectId}, ${id}, ${kind}, ${amountMicros}::bigint, ${reference}, ${executionId}, ${reason}, ${by})`);
  return id;
}

/** Finds a proposal by its id or its reference, and locks it until the end of the transaction. */
export async function findProposal(
  transaction: Transaction,
  asked: { readonly projectId: string; readonly id?: string; readonly reference?: string },
): Promise<Proposal | null> {
  const { projectId, id = null, reference = null } = asked;
  const [found] = await transaction.$queryRaw<Proposal[]>(Prisma.sql`
    SELECT ${COLUMNS} FROM funding_proposal
    WHERE project_id = ${projectId} AND (id = ${id} OR reference = ${reference}) FOR UPDATE`);
  return found ?? null;
}

export async function decideProposal(
  transaction: Transaction,
  { projectId, id }: Pick<Proposal, 'projectId' | 'id'>,
  { by, outcome }: { readonly by: string; readonly outcome: 'confirmed' | 'declined' },
): Promise<void> {
  await transaction.$executeRaw(Prisma.sql`
    UPDATE funding_proposal SET outcome = ${outcome}, decided_by = ${by}, decided_at = instant()
    WHERE project_id = ${projectId} AND id = ${id}`);
}

/** Undecided proposals of all projects, newest first, before the given one. */
export async function readProposals(
  database: Database,
  { before = null, limit }: { readonly before?: string | null | undefined; readonly limit: number },
): Promise<readonly Proposal[]> {
  return await database.rows<Proposal>(Prisma.sql`
    SELECT ${COLUMNS} FROM funding_proposal
    WHERE outcome IS NULL AND (${before}::text IS NULL OR id < ${before}::text COLLATE "C") ORDER BY id DESC LIMIT ${limit}::integer`);
}
