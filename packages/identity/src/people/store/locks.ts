/**
 * Who adds, changes or removes people of an organization holds it; who gives or takes a role in one of its projects shares it and holds the project.
 * So the last ADMIN is counted by one at a time, and nobody is given a role while they are removed.
 */
import type { Transaction } from '@farebox/db';

/** False: there is no such organization. */
export async function lockOrganization(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`SELECT id FROM organization WHERE id = ${id} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Its organization, which is so for ever; null: there is no such project. */
export async function lockProject(transaction: Transaction, id: string): Promise<string | null> {
  const [row] = await transaction.$queryRaw<{ organizationId: string }[]>`
    SELECT o.id AS "organizationId" FROM organization AS o
     WHERE o.id = (SELECT organization_id FROM project WHERE id = ${id}) FOR SHARE`;
  await transaction.$executeRaw`SELECT id FROM project WHERE id = ${id} FOR NO KEY UPDATE`;
  return row?.organizationId ?? null;
}
