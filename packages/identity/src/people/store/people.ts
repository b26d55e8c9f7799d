/** Rows of people in organizations. The caller must hold the lock of the organization. */
import type { Transaction } from '@farebox/db';
import { newId } from '@farebox/kernel';
import type { NewPerson, Person } from '../person.ts';

export async function countOrganizationAdmins(transaction: Transaction, organizationId: string): Promise<number> {
  return await transaction.organizationMember.count({ where: { organizationId, role: 'ADMIN', removedAt: null } });
}

/** A person who is added again keeps their id; only sessions that begin after the removal are valid. */
export async function putPerson(
  transaction: Transaction,
  { organizationId, subject, name, role }: NewPerson,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO organization_member AS o (organization_id, id, subject, name, role)
    VALUES (${organizationId}, ${newId('member')}, ${subject}, ${name}, ${role})
    ON CONFLICT (organization_id, subject) DO UPDATE
      SET role = excluded.role, name = excluded.name, removed_at = NULL, sessions_after = coalesce(o.removed_at, o.sessions_after)`;
}

/** Also updates their name in each project. */
export async function changeRow(
  transaction: Transaction,
  { organizationId, id, subject, name, role }: Person & { readonly organizationId: string },
): Promise<void> {
  await transaction.organizationMember.updateMany({ where: { organizationId, id }, data: { name, role } });
  await transaction.member.updateMany({ where: { subject, project: { organizationId } }, data: { name } });
}

export async function markGone(
  transaction: Transaction,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE organization_member SET removed_at = instant(), role = 'MEMBER' WHERE organization_id = ${organizationId} AND id = ${id}`;
}
