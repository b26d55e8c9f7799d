/** Who a request acts for. A response of the directory is this or null; there is no half-authenticated state. */
import type { Role, Scope } from '@tollgate/contract';
import type { Micros } from '@tollgate/kernel';
import type { KeyEnvironment } from './token.ts';

export interface Identity {
  readonly key: KeyFacts;
  /** The owner of the key; what a key may do is its scopes ∩ this member's role. */
  readonly member: { readonly id: string; readonly role: Role };
  readonly project: {
    readonly id: string;
    readonly name: string;
    /** For ever. */
    readonly environment: KeyEnvironment;
    readonly executionEnabled: boolean;
    /** Null: no cap. */
    readonly monthlyCapMicros: Micros | null;
  };
  readonly organization: { readonly id: string; readonly name: string };
}

export interface KeyFacts {
  readonly id: string;
  /** Part of the key's text that is no secret: tells which row a key that was found somewhere belongs to. */
  readonly publicId: string;
  /** The first key of its chain of rotations; rate limit, idempotency and cancel rights follow it. */
  readonly lineage: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: never. */
  readonly expiresAt: Date | null;
}

/** In characters as people count them: Unicode code points. */
export const KEY_NAME_LENGTH_MAX = 100;
export const ROTATION_OVERLAP_DAYS_MAX = 7;
/** Live ones: who needs more has forgotten to revoke some. */
export const KEYS_OF_PROJECT_MAX = 100;
