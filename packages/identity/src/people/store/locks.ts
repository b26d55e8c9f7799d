/**
 * Adding, changing or removing people of an organization locks it. Giving or removing a role in one of its projects locks the project, and shares the lock
 * of the organization. Therefore only one transaction at a time counts the last ADMIN, and no person gets a role during their removal.
 */
import type { Transaction } from '@farebox/db';

/** False: no such organization. */
export async function lockOrganization(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`SELECT id FROM organization WHERE id = ${id} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Returns the organization of the project, which never changes; null: no such project. */
export async function lockProject(transaction: Transaction, id: string): Promise<string | null> {
  const [row] = await transaction.$queryRaw<{ organizationId: string }[]>`
    SELECT o.id AS "organizationId" FROM organization AS o
     WHERE o.id = (SELECT organization_id FROM project WHERE id = ${id}) FOR SHARE`;
  await transaction.$executeRaw`SELECT id FROM project WHERE id = ${id} FOR NO KEY UPDATE`;
  return row?.organizationId ?? null;
}
