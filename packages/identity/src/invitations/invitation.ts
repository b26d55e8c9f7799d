/** An invitation to an organization, as it is administered: all of it but its secret. */
import type { OrganizationRole, Role } from '@farebox/contract';

export interface Invitation {
  readonly id: string;
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired';
  /** What the person is called. */
  readonly name: string;
  readonly role: OrganizationRole;
  readonly projectIds: readonly string[];
  /** In each of these; null where there are none. */
  readonly projectRole: Role | null;
  /** Whose sessions alone may accept; null: anybody's. */
  readonly subject: string | null;
  readonly createdAt: Date;
  /** The subject of who made it. */
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly revokedAt: Date | null;
}

export interface NewInvitation {
  readonly organizationId: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly projectIds: readonly string[];
  readonly projectRole: Role | null;
  readonly subject: string | null;
  readonly days: number;
  readonly createdBy: { readonly kind: 'member' | 'operator'; readonly subject: string };
}

/** Open ones of an organization: who needs more has forgotten to take some back. */
export const INVITATIONS_OPEN_MAX = 100;
