/** Identifies a paid request: by project, idempotency key, key lineage and the hash of the canonical body. */
import { hash } from 'node:crypto';
import { AppError, IDEMPOTENCY_KEY } from '@farebox/contract';
import { idempotencyKeyForm } from '../endpoint/forms.ts';
import { canonicalOf } from './canonical.ts';
import type { RouteRequest } from '../endpoint/handler.ts';

export interface PaidRequest {
  readonly projectId: string;
  readonly keyId: string;
  readonly keyLineage: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the body in RFC 8785 form, hexadecimal: key order and white space do not matter. */
  readonly bodyHash: string;
}

/** Throws `idempotency_key_required` or `idempotency_key_invalid`. */
export function paidRequestOf({
  identity,
  idempotencyKey,
  body,
}: Pick<RouteRequest<'createExecution' | 'createBatch'>, 'identity' | 'idempotencyKey' | 'body'>): PaidRequest {
  if (idempotencyKey === undefined) throw new AppError('idempotency_key_required', { details: idempotencyKeyForm() });
  if (!IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new AppError('idempotency_key_invalid', { details: idempotencyKeyForm(idempotencyKey) });
  return {
    projectId: identity.project.id,
    keyId: identity.key.id,
    keyLineage: identity.key.lineage,
    idempotencyKey,
    bodyHash: hash('sha256', canonicalOf(body)),
  };
}

type Hashed = Pick<PaidRequest, 'keyLineage' | 'bodyHash'>;

/**
 * The refusal of a key that another request has used.
 * @param found that request; null if it is unknown. To another API key it reveals nothing about its body.
 */
export function conflict(found: Hashed | null, paid: Hashed): AppError {
  const differs = found?.keyLineage === paid.keyLineage ? 'body' : 'api_key';
  return new AppError('idempotency_key_conflict', found === null ? {} : { details: { differs } });
}
