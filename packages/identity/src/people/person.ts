/** A person of an organization: one subject of the issuer, with a role in the organization and a role in each of their projects. */
import type { OrganizationRole, Role, SeenKeysRule } from '@farebox/contract';

export interface Person {
  readonly id: string;
  /** The `sub` of their session tokens. */
  readonly subject: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly createdAt: Date;
  readonly projects: readonly ProjectRole[];
}

export interface ProjectRole {
  readonly projectId: string;
  /** Their member id in that project, which keys have as owner. */
  readonly memberId: string;
  readonly role: Role;
}

/** The acting person, recorded in the events of ended keys. */
export interface Actor {
  readonly actorSubject: string;
}

/** The end of a person in a project or an organization. */
export interface Removing extends Actor {
  /** Keys of others whose secret the person saw are ended too, unless they are kept. Default: `end`. */
  readonly seenKeys?: SeenKeysRule | undefined;
}

export interface NewPerson {
  readonly organizationId: string;
  readonly subject: string;
  readonly name: string;
  readonly role: OrganizationRole;
}
