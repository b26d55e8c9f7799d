/** A person of an organization: one subject of the issuer, with a role in the organization and one in each of its projects that is theirs. */
import type { OrganizationRole, Role } from '@farebox/contract';

export interface Person {
  readonly id: string;
  /** The `sub` of their session token. */
  readonly subject: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly createdAt: Date;
  readonly projects: readonly ProjectRole[];
}

export interface ProjectRole {
  readonly projectId: string;
  /** Their id in that project, by which keys name their owner. */
  readonly memberId: string;
  readonly role: Role;
}

/** Who acts: the owner of the events that ended keys leave. */
export interface Actor {
  readonly actorSubject: string;
}

export interface NewPerson {
  readonly organizationId: string;
  readonly subject: string;
  readonly name: string;
  readonly role: OrganizationRole;
}
