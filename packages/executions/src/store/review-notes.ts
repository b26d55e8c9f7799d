/**
 * Changes of reviews that are not in the audit log yet. The database notes them together with the change; the keeper deletes a
 * note in the transaction that writes its entry.
 */
import { type Database, Prisma, type Transaction } from '@farebox/db';
import { type Micros, micros } from '@farebox/kernel';

export interface ReviewNote {
  readonly projectId: string;
  readonly executionId: string;
  readonly at: Date;
  /** Program that made the change, such as `farebox-worker-provider`. */
  readonly program: string;
  readonly statusBefore: string;
  /** `needs_review` at the start; otherwise the status that evidence led to. */
  readonly status: string;
  readonly review: {
    readonly step: number;
    readonly reason: string;
    readonly since: string;
    readonly exposureMicros: number;
  };
  readonly resolveBy: Date;
  readonly heldMicros: Micros;
  /** Null until the execution has ended. */
  readonly chargedMicros: Micros | null;
}

interface Row extends Omit<ReviewNote, 'heldMicros' | 'chargedMicros'> {
  readonly id: bigint;
  readonly heldMicros: bigint;
  readonly chargedMicros: bigint | null;
}

/** Organizations with notes, at most `limit`; the longest waiting first. */
export async function organizationsWithReviewNotes(database: Database, limit: number): Promise<readonly string[]> {
  const rows = await database.rows<{ organizationId: string }>(Prisma.sql`
    SELECT p.organization_id AS "organizationId" FROM review_note AS n JOIN project AS p ON p.id = n.project_id
     GROUP BY p.organization_id ORDER BY min(n.at) LIMIT ${limit}`);
  return rows.map(({ organizationId }) => organizationId);
}

/** Deletes and returns the oldest notes in order, at most `limit`. Requires the lock of the organization's audit chain. */
export async function takeReviewNotes(
  transaction: Transaction,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<readonly ReviewNote[]> {
  const rows = await transaction.$queryRaw<Row[]>`
    DELETE FROM review_note WHERE (project_id, id) IN (
      SELECT n.project_id, n.id FROM review_note AS n JOIN project AS p ON p.id = n.project_id
       WHERE p.organization_id = ${organizationId} ORDER BY n.id LIMIT ${limit})
    RETURNING id, project_id AS "projectId", execution_id AS "executionId", at, program, status_before AS "statusBefore", status, review,
              resolve_by AS "resolveBy", held_micros AS "heldMicros", charged_micros AS "chargedMicros"`;
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(noteOf);
}

function noteOf({ id: _, heldMicros, chargedMicros, ...row }: Row): ReviewNote {
  return {
    ...row,
    heldMicros: micros(heldMicros),
    chargedMicros: chargedMicros === null ? null : micros(chargedMicros),
  };
}

/** Deletes the note of this transaction, because its own action writes the entry. */
export async function dropReviewNote(
  transaction: Transaction,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM review_note WHERE project_id = ${projectId} AND id = (
      SELECT max(n.id) FROM review_note AS n WHERE n.project_id = ${projectId} AND n.execution_id = ${id} AND n.status_before = 'needs_review')`;
}
