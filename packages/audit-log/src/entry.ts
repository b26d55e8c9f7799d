/** One administrative act, as it is kept. */

/** `member`: of the organization. `operator`: of the platform. `system`: a program of ours, by itself or by the hand of whoever has the database. */
export type ActorKind = 'member' | 'operator' | 'system';

export interface NewEntry {
  /** An organization's id, or PLATFORM. */
  readonly chain: string;
  readonly actor: { readonly kind: ActorKind; readonly subject: string };
  /** `<noun>.<verb>`, such as `key.revoke`. */
  readonly act: string;
  readonly projectId: string | null;
  /** Id of what was acted on. */
  readonly target: string;
  /** JSON without secrets; null: it was not there. */
  readonly before: object | null;
  /** JSON without secrets; null: it is there no longer. */
  readonly after: object | null;
  readonly reason: string | null;
  /** Null where no request asked for it. */
  readonly requestId: string | null;
  /** What a repetition of the same request is answered. */
  readonly replay: Replayable | null;
}

export interface Replayable {
  readonly idempotencyKey: string;
  readonly bodySha256: Uint8Array;
  /** JSON without secrets. */
  readonly response: unknown;
}

export interface Entry extends Omit<NewEntry, 'replay'> {
  /** 1, 2, 3 … of its chain. */
  readonly number: number;
  readonly at: Date;
  /** SHA-256 over the entry and the hash of the one before it, in hexadecimal digits. */
  readonly hash: string;
}

/** The chain of what belongs to no organization: prices, switches of the whole system. */
export const PLATFORM = 'platform';

export const chainOf = (organizationId: string | null): string => organizationId ?? PLATFORM;
