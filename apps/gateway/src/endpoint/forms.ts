/** The forms that requests must have, as `details` of the errors that refuse other forms. */
import { AppError, type ErrorMessage, LIMITS, type Role } from '@farebox/contract';

/** @param sent the key of the client; undefined if it sent none. */
export const idempotencyKeyForm = (sent?: string) => ({
  header: 'Idempotency-Key',
  lengthMin: LIMITS.idempotencyKeyMin,
  lengthMax: LIMITS.idempotencyKeyMax,
  characters: 'A-Z a-z 0-9 . _ : -',
  ...(sent === undefined ? {} : { sentLength: sent.length }),
});

/** A media type that a client sends is shown up to this length. */
const SHOWN_MAX = 100;

/** @param sent the media type or content coding of the client; undefined if it sent none. */
export const allowedTypes = (allowed: readonly string[], sent?: string) => ({
  allowed,
  ...(sent === undefined ? {} : { sent: sent.slice(0, SHOWN_MAX).toWellFormed() }),
});

/** Paths below the base URL at which the project's own things are listed. */
export const LISTED_AT = {
  tool_not_found: { listedAt: '/tools' },
  execution_not_found: { listedAt: '/tools/executions' },
  batch_not_found: { listedAt: '/tools/batches' },
  template_not_found: { listedAt: '/tools/templates' },
} as const;

type CancelError = Extract<
  ErrorMessage,
  'execution_not_found' | 'batch_not_found' | 'execution_cancel_forbidden' | 'execution_already_finished'
>;

/** @param role of the key's owner. */
export function refusedCancel(message: CancelError, id: string, role: Role): AppError {
  if (message === 'execution_already_finished')
    return new AppError(message, { details: { readAt: `/tools/executions/${id}` } });
  const details = message === 'execution_cancel_forbidden' ? { role, requiredRole: 'ADMIN' } : LISTED_AT[message];
  return new AppError(message, { details });
}
