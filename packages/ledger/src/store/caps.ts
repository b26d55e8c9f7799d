/** Monthly caps of projects, organizations and keys. Null: none. A new cap applies from the next request on, on every gateway. */
import { Prisma, type Transaction } from '@farebox/db';
import { type Micros, micros } from '@farebox/kernel';

interface CapRow {
  readonly before: bigint | null;
}

const microsOf = (value: bigint | null): Micros | null => (value === null ? null : micros(value));

/** Returns the previous cap; undefined: no such project. */
export async function capProject(
  transaction: Transaction,
  { projectId, capMicros }: { readonly projectId: string; readonly capMicros: bigint | null },
): Promise<Micros | null | undefined> {
  const rows = await transaction.$queryRaw<CapRow[]>(Prisma.sql`
    UPDATE project AS p SET monthly_cap_micros = ${capMicros}::bigint
    FROM (SELECT id, monthly_cap_micros AS before FROM project WHERE id = ${projectId} FOR UPDATE) AS old
    WHERE p.id = old.id RETURNING old.before`);
  return beforeOf(rows);
}

/** Applies to the sum of the organization's live projects. */
export async function capOrganization(
  transaction: Transaction,
  { organizationId, capMicros }: { readonly organizationId: string; readonly capMicros: bigint | null },
): Promise<Micros | null | undefined> {
  const rows = await transaction.$queryRaw<CapRow[]>(Prisma.sql`
    UPDATE organization AS o SET monthly_cap_micros = ${capMicros}::bigint
    FROM (SELECT id, monthly_cap_micros AS before FROM organization WHERE id = ${organizationId} FOR UPDATE) AS old
    WHERE o.id = old.id RETURNING old.before`);
  return beforeOf(rows);
}

/** Applies to the lineage of the key; every key of the lineage shows it. */
export async function capKey(
  transaction: Transaction,
  {
    projectId,
    keyId,
    capMicros,
  }: { readonly projectId: string; readonly keyId: string; readonly capMicros: bigint | null },
): Promise<Micros | null | undefined> {
  const rows = await transaction.$queryRaw<CapRow[]>(Prisma.sql`
    UPDATE api_key AS k SET monthly_cap_micros = ${capMicros}::bigint
    FROM (SELECT o.id, o.lineage_id, c.monthly_cap_micros AS before FROM api_key AS o
          LEFT JOIN ledger_key_cap AS c ON c.project_id = o.project_id AND c.lineage_id = o.lineage_id
          WHERE o.project_id = ${projectId} AND o.id = ${keyId}) AS old
    WHERE k.project_id = ${projectId} AND k.lineage_id = old.lineage_id RETURNING old.before`);
  return beforeOf(rows);
}

const beforeOf = ([row]: readonly CapRow[]): Micros | null | undefined =>
  row === undefined ? undefined : microsOf(row.before);
