/** The identity of a request. The directory returns this or null; there is no half-authenticated state. */
import { LIMITS, type Role, type Scope } from '@farebox/contract';
import type { Micros } from '@farebox/kernel';
import type { KeyEnvironment } from './token.ts';

export interface Identity {
  readonly key: KeyFacts;
  /** The owner of the key; the key may do its scopes ∩ the role of this member. */
  readonly member: { readonly id: string; readonly role: Role };
  readonly project: {
    readonly id: string;
    readonly name: string;
    /** Never changes. */
    readonly environment: KeyEnvironment;
    /** Whether both its ADMINs and the operators allow execution. */
    readonly executionEnabled: boolean;
    /** Null: no cap. */
    readonly monthlyCapMicros: Micros | null;
    /** The web origins whose pages may read responses to its keys. */
    readonly origins: readonly string[];
  };
  readonly organization: { readonly id: string; readonly name: string };
  /** Settings of the whole platform at the time of the lookup. */
  readonly platform: { readonly executionEnabled: boolean };
}

export interface KeyFacts {
  readonly id: string;
  /** The public part of the key's text, which identifies a key that was found somewhere. */
  readonly publicId: string;
  /** The first key of its chain of rotations; rate limit, idempotency and cancel rights follow it. */
  readonly lineage: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: the key never expires. */
  readonly expiresAt: Date | null;
}

/** Counted in Unicode code points. */
export const KEY_NAME_LENGTH_MAX = LIMITS.keyNameMax;
export const ROTATION_OVERLAP_DAYS_MAX = LIMITS.rotationOverlapDaysMax;
/** The most active keys of a project; beyond it an ADMIN must revoke some. */
export const KEYS_OF_PROJECT_MAX = 100;
