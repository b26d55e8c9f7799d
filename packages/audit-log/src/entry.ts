/** One entry of the audit log: an administrative act. */

/** `member`: of the organization. `operator`: of the platform. `system`: a program of the platform, also one that is run with access to the database. */
export type ActorKind = 'member' | 'operator' | 'system';

export interface NewEntry {
  /** The id of an organization, or PLATFORM. */
  readonly chain: string;
  readonly actor: { readonly kind: ActorKind; readonly subject: string };
  /** `<noun>.<verb>`, such as `key.revoke`. */
  readonly act: string;
  readonly projectId: string | null;
  /** The id of the changed object. */
  readonly target: string;
  /** JSON without secrets; null: the object did not exist. */
  readonly before: object | null;
  /** JSON without secrets; null: the object no longer exists. */
  readonly after: object | null;
  readonly reason: string | null;
  /** Null if no HTTP request caused the act. */
  readonly requestId: string | null;
  /** The response for a replay of the same request. */
  readonly replay: Replayable | null;
}

export interface Replayable {
  readonly idempotencyKey: string;
  readonly bodySha256: Uint8Array;
  /** JSON without secrets. */
  readonly response: unknown;
}

export interface Entry extends Omit<NewEntry, 'replay'> {
  /** The number of the entry in its chain: 1, 2, 3 … */
  readonly number: number;
  readonly at: Date;
  /** SHA-256 of the entry and the hash of the entry before it, in hexadecimal. */
  readonly hash: string;
}

/** The chain of acts that belong to no organization: prices, platform-wide switches. */
export const PLATFORM = 'platform';

export const chainOf = (organizationId: string | null): string => organizationId ?? PLATFORM;
