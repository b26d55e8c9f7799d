/** Steps of reviews that are not in the audit log yet: noted by the database beside the step, taken by whoever writes their entries, in the same transaction. */
import { type Database, Prisma, type Transaction } from '@farebox/db';
import { type Micros, micros } from '@farebox/kernel';

export interface ReviewNote {
  readonly projectId: string;
  readonly executionId: string;
  readonly at: Date;
  /** That made the step, such as `farebox-worker-provider`. */
  readonly program: string;
  readonly statusBefore: string;
  /** `needs_review` where it began; else what evidence brought it to. */
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

/** Whose chains have something to be told, at most `limit`; those that wait longest come first. */
export async function organizationsWithReviewNotes(database: Database, limit: number): Promise<readonly string[]> {
  const rows = await database.rows<{ organizationId: string }>(Prisma.sql`
    SELECT p.organization_id AS "organizationId" FROM review_note AS n JOIN project AS p ON p.id = n.project_id
     GROUP BY p.organization_id ORDER BY min(n.at) LIMIT ${limit}`);
  return rows.map(({ organizationId }) => organizationId);
}

/** Takes the oldest away, at most `limit`, in their order. To be called under the lock of the chain that they are told in. */
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

/** Of an end that its own act tells: the note that this transaction has just made. */
export async function dropReviewNote(
  transaction: Transaction,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM review_note WHERE project_id = ${projectId} AND id = (
      SELECT max(n.id) FROM review_note AS n WHERE n.project_id = ${projectId} AND n.execution_id = ${id} AND n.status_before = 'needs_review')`;
}
