/** One keeper at a time works on an export, under a claim with a token and a lease that every part renews. After losing the claim it writes nothing. */
import { randomUUID } from 'node:crypto';
import { type Database, Prisma } from '@farebox/db';

export interface ClaimedExport {
  readonly projectId: string;
  readonly id: string;
  readonly asOf: Date;
  readonly transferId: bigint;
  readonly auditChain: string;
  readonly auditNumber: bigint;
  readonly token: string;
  /** Where to continue. */
  readonly section: string;
  readonly position: string;
  readonly parts: number;
}

export interface WrittenPart {
  readonly number: number;
  readonly section: string;
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly rows: number;
  /** Where the next part begins. */
  readonly next: { readonly section: string; readonly position: string };
}

/** Longer than reading and storing a part takes: after the lease no keeper is working on the export. */
const LEASE = Prisma.sql`interval '3 minutes'`;
/** How long a finished export is kept. */
const KEPT = Prisma.sql`interval '7 days'`;

/** Claims the export that has waited longest; null: none waits. */
export async function claimExport(database: Database): Promise<ClaimedExport | null> {
  const token = randomUUID();
  const [claimed] = await database.rows<Omit<ClaimedExport, 'token'>>(Prisma.sql`
    WITH next AS (
      SELECT project_id, id FROM project_export
      WHERE status IN ('queued', 'running') AND expires_at > now() AND (leased_until IS NULL OR leased_until <= now())
      ORDER BY leased_until NULLS FIRST, created_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE project_export AS e SET status = 'running', claim_token = ${token}::uuid, leased_until = now() + ${LEASE}
    FROM next WHERE e.project_id = next.project_id AND e.id = next.id
    RETURNING e.project_id AS "projectId", e.id, e.as_of AS "asOf", e.transfer_id AS "transferId", e.audit_chain AS "auditChain",
              e.audit_number AS "auditNumber", e.section, e.position, e.parts`);
  return claimed === undefined ? null : { ...claimed, token };
}

/** Writes the row of a part whose object is stored, and advances the cursor. False: the claim is lost, or the part was written before. */
export async function savePart(database: Database, claimed: ClaimedExport, part: WrittenPart): Promise<boolean> {
  const { projectId, id, token } = claimed;
  const saved = await database.rows(Prisma.sql`
    WITH held AS (
      UPDATE project_export SET section = ${part.next.section}, position = ${part.next.position}, parts = parts + 1,
             rows = rows + ${part.rows}::bigint, size_bytes = size_bytes + ${part.sizeBytes}::bigint, leased_until = now() + ${LEASE}
      WHERE project_id = ${projectId} AND id = ${id} AND status = 'running' AND claim_token = ${token}::uuid AND parts = ${part.number}
      RETURNING project_id, id
    )
    INSERT INTO project_export_part (project_id, export_id, number, section, object_key, sha256, size_bytes, rows)
      SELECT project_id, id, ${part.number}::integer, ${part.section}, ${part.objectKey}, ${Buffer.from(part.sha256, 'hex')},
             ${part.sizeBytes}::bigint, ${part.rows}::bigint FROM held RETURNING number`);
  return saved.length === 1;
}

export async function finishExport(database: Database, { projectId, id, token }: ClaimedExport): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE project_export SET status = 'succeeded', finished_at = now(), expires_at = now() + ${KEPT}, claim_token = NULL, leased_until = NULL
    WHERE project_id = ${projectId} AND id = ${id} AND status = 'running' AND claim_token = ${token}::uuid RETURNING id`);
}

/** Lets the next keeper continue at once. A failed export is not handed back: its lease limits how often it is tried. */
export async function handBack(database: Database, { projectId, id, token }: ClaimedExport): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE project_export SET leased_until = now()
    WHERE project_id = ${projectId} AND id = ${id} AND status = 'running' AND claim_token = ${token}::uuid RETURNING id`);
}
