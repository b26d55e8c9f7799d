/** An invitation to an organization as administrators see it, without its secret. */
import type { OrganizationRole, Role } from '@farebox/contract';

export interface Invitation {
  readonly id: string;
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired';
  /** The name of the invited person. */
  readonly name: string;
  readonly role: OrganizationRole;
  readonly projectIds: readonly string[];
  /** The role in each of these projects; null if there are none. */
  readonly projectRole: Role | null;
  /** Only sessions with this subject may accept; null: any session. */
  readonly subject: string | null;
  readonly createdAt: Date;
  /** The subject of the creator. */
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

/** The most open invitations of an organization; beyond it an ADMIN must revoke some. */
export const INVITATIONS_OPEN_MAX = 100;
