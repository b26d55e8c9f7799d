/** Who a request acts for. A response of the directory is this or null; there is no half-authenticated state. */
import { LIMITS, type Role, type Scope } from '@farebox/contract';
import type { Micros } from '@farebox/kernel';
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
    /** By its ADMINs, and by the operators. */
    readonly executionEnabled: boolean;
    /** Null: no cap. */
    readonly monthlyCapMicros: Micros | null;
    /** Whose pages may read what its keys are answered. */
    readonly origins: readonly string[];
  };
  readonly organization: { readonly id: string; readonly name: string };
  /** What holds for everybody, as it was when the key was looked up. */
  readonly platform: { readonly executionEnabled: boolean };
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
export const KEY_NAME_LENGTH_MAX = LIMITS.keyNameMax;
export const ROTATION_OVERLAP_DAYS_MAX = LIMITS.rotationOverlapDaysMax;
/** Live ones: who needs more has forgotten to revoke some. */
export const KEYS_OF_PROJECT_MAX = 100;
