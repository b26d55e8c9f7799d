/** Rows of invitations. Only the database's clock decides whether one is open. Writers hold the organization's lock. */
import { ORGANIZATION_ROLES, ROLES } from '@farebox/contract';
import { Prisma, rowsOf, type Transaction, type Writer } from '@farebox/db';
import { invariant } from '@farebox/kernel';
import type { Digest } from '../../keys/digest.ts';
import type { Invitation, NewInvitation } from '../invitation.ts';

const COLUMNS = Prisma.sql`i.id, i.name, i.role, i.project_ids AS "projectIds", i.project_role AS "projectRole", i.subject,
  i.created_at AS "createdAt", i.created_by AS "createdBy", i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt",
  i.accepted_by AS "acceptedBy", i.revoked_at AS "revokedAt",
  CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
       WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END AS state`;

type Row = Omit<Invitation, 'role' | 'projectRole'> & { readonly role: string; readonly projectRole: string | null };

function invitationOf(row: Row): Invitation {
  const role = ORGANIZATION_ROLES.find((each) => each === row.role);
  const projectRole = row.projectRole === null ? null : ROLES.find((each) => each === row.projectRole);
  invariant(role !== undefined && projectRole !== undefined, 'an invitation has known roles');
  return { ...row, role, projectRole };
}

export interface InvitationsPage {
  readonly organizationId: string;
  /** Exclusive; undefined: from the newest. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first, at most `limit`. */
export async function listInvitations(
  reader: Writer,
  { organizationId, before, limit }: InvitationsPage,
): Promise<readonly Invitation[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND i.id < ${before}`;
  const query = Prisma.sql`
    SELECT ${COLUMNS} FROM invitation AS i WHERE i.organization_id = ${organizationId} ${older} ORDER BY i.id DESC LIMIT ${limit}`;
  return (await rowsOf<Row>(reader, query)).map(invitationOf);
}

export interface InvitationName {
  readonly organizationId: string;
  readonly invitationId: string;
}

export async function findInvitation(
  reader: Writer,
  { organizationId, invitationId }: InvitationName,
): Promise<Invitation | null> {
  const query = Prisma.sql`
    SELECT ${COLUMNS} FROM invitation AS i WHERE i.organization_id = ${organizationId} AND i.id = ${invitationId}`;
  const [row] = await rowsOf<Row>(reader, query);
  return row === undefined ? null : invitationOf(row);
}

export interface StoredCode extends InvitationName {
  readonly secretHmac: Uint8Array;
}

export async function findCode(reader: Writer, publicId: string): Promise<StoredCode | null> {
  const query = Prisma.sql`
    SELECT organization_id AS "organizationId", id AS "invitationId", secret_hmac AS "secretHmac" FROM invitation
     WHERE public_id = ${publicId}`;
  const [row] = await rowsOf<StoredCode>(reader, query);
  return row ?? null;
}

export async function countOpen(transaction: Transaction, organizationId: string): Promise<number> {
  const [row] = await transaction.$queryRaw<{ open: number }[]>`
    SELECT count(*)::int AS open FROM invitation
     WHERE organization_id = ${organizationId} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
  return row?.open ?? 0;
}

export interface InsertInvitation extends NewInvitation {
  readonly id: string;
  readonly publicId: string;
  readonly secretHmac: Digest;
}

export async function insertInvitation(transaction: Transaction, row: InsertInvitation): Promise<void> {
  const { createdBy } = row;
  await transaction.$executeRaw`
    INSERT INTO invitation (organization_id, id, public_id, secret_hmac, name, role, project_ids, project_role, subject,
                            created_by_kind, created_by, expires_at)
    VALUES (${row.organizationId}, ${row.id}, ${row.publicId}, ${row.secretHmac}, ${row.name}, ${row.role}, ${row.projectIds}, ${row.projectRole},
            ${row.subject}, ${createdBy.kind}, ${createdBy.subject}, instant() + make_interval(days => ${row.days}::int))`;
}

/** False: the invitation had ended before. */
export async function markRevoked(transaction: Transaction, name: InvitationName): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    UPDATE invitation SET revoked_at = instant()
     WHERE organization_id = ${name.organizationId} AND id = ${name.invitationId} AND accepted_at IS NULL AND revoked_at IS NULL`;
  return changed > 0;
}

/** False: the invitation is not open, is for another person, or its creator is no longer an ADMIN. */
export async function markAccepted(
  transaction: Transaction,
  { organizationId, invitationId, subject }: InvitationName & { readonly subject: string },
): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    UPDATE invitation AS i SET accepted_at = instant(), accepted_by = ${subject}
     WHERE i.organization_id = ${organizationId} AND i.id = ${invitationId} AND i.accepted_at IS NULL AND i.revoked_at IS NULL
       AND i.expires_at > now() AND (i.subject IS NULL OR i.subject = ${subject})
       AND (i.created_by_kind = 'operator' OR EXISTS (
             SELECT FROM organization_member AS o
              WHERE o.organization_id = i.organization_id AND o.subject = i.created_by AND o.role = 'ADMIN' AND o.removed_at IS NULL
                AND (o.sessions_after IS NULL OR o.sessions_after < i.created_at)))`;
  return changed > 0;
}
