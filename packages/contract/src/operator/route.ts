/**
 * What an endpoint of the operator API is: one object from which who may call it, parsing, the audit log, its OpenAPI document and the matrix of
 * tenant isolation derive.
 */
import type { ErrorMessage } from '../errors.ts';
import type { Endpoint } from '../routes/route.ts';
import type { Role } from '../scopes.ts';

/**
 * Who may call it. Platform operators may call everything.
 * - `session`: whoever is signed in; it answers about them alone.
 * - `platform`: platform operators only.
 * - `organization`: members of the organization in the path, and of none other; `{ organization: 'ADMIN' }`: its ADMINs.
 * - `{ project }`: members of the project in the path who have at least this role.
 */
export type Access =
  | 'session'
  | 'platform'
  | 'organization'
  | { readonly organization: 'ADMIN' }
  | { readonly project: Role };

export interface OperatorRoute extends Endpoint {
  /** Groups it in the document, as a noun in the plural. */
  readonly tag: string;
  readonly access: Access;
  /** What it does, as its entries in the audit log say: `<noun>.<verb>`. Left out: it only reads. */
  readonly act?: `${string}.${string}`;
  /** Whose chain tells of it, where the path does not say: the organization's of the invitation whose code the body has. */
  readonly chain?: 'invitation';
  /** Left out: 8 KiB, since what is administered is short. */
  readonly bodyBytesMax?: number;
  /** Whether an Idempotency-Key must be sent; any other act takes one. */
  readonly idempotency?: 'required';
}

/** What any of them can answer. */
export const ALWAYS_POSSIBLE_FOR_OPERATORS = [
  'invalid_request',
  'invalid_session',
  'project_permission_required',
  'not_found',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** And any that acts, besides. */
export const POSSIBLE_FOR_ACTS = [
  'invalid_json',
  'request_too_large',
  'unsupported_media_type',
  'idempotency_key_invalid',
  'idempotency_key_conflict',
] as const satisfies readonly ErrorMessage[];
