/**
 * An endpoint of the operator API as data: access control, parsing, the audit log, the OpenAPI document and the tenant isolation tests derive
 * from this one object.
 */
import type { ErrorMessage } from '../errors.ts';
import type { Endpoint } from '../routes/route.ts';
import type { Role } from '../scopes.ts';

/**
 * The required role of the caller. Platform operators may call every endpoint.
 * - `session`: any signed-in caller; the response has only their own data.
 * - `platform`: platform operators only.
 * - `organization`: members of the organization in the path; `{ organization: 'ADMIN' }`: its ADMINs.
 * - `{ project }`: members of the project in the path with at least this role.
 * - `{ holder }`: the path names one thing and no project; members, with at least this role, of the project that has it.
 */
export type Access =
  | 'session'
  | 'platform'
  | 'organization'
  | { readonly organization: 'ADMIN' }
  | { readonly project: Role }
  | { readonly holder: Role };

export interface OperatorRoute extends Endpoint {
  /** The group of the endpoint in the document: a noun in the plural. */
  readonly tag: string;
  readonly access: Access;
  /** The name of the change in the audit log: `<noun>.<verb>`. Omitted if the endpoint only reads. */
  readonly act?: `${string}.${string}`;
  /** The audit chain, if the path does not determine it: that of the invitation's organization, found by the code in the body. */
  readonly chain?: 'invitation';
  /** Default 8 KiB: administrative requests are short. */
  readonly bodyBytesMax?: number;
  /** Whether an Idempotency-Key is required; for other changes it is optional. */
  readonly idempotency?: 'required';
}

/** Errors that any endpoint of the operator API can return. */
export const ALWAYS_POSSIBLE_FOR_OPERATORS = [
  'invalid_request',
  'invalid_session',
  'project_permission_required',
  'not_found',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** Further errors that any change can return. */
export const POSSIBLE_FOR_ACTS = [
  'invalid_json',
  'request_too_large',
  'unsupported_media_type',
  'idempotency_key_invalid',
  'idempotency_key_conflict',
] as const satisfies readonly ErrorMessage[];
