/**
 * Finds the audit chain of an action whose path names no organization. The chain must be known before the action takes any
 * lock, and before its body is trusted.
 */
import { AppError, type OperatorRoute } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { invitationOfCode } from '@farebox/identity';

interface ActRequest {
  /** Organization of the path. */
  readonly organizationId: string | null;
  /** Checked against the route's schema. */
  readonly body: unknown;
}

/** Returns null for the platform's chain. Throws `invitation_not_usable` without holding a lock: guessing codes blocks no one. */
export async function organizationOfChain(
  { database, keyPepper: pepper }: { readonly database: Database; readonly keyPepper: string },
  { chain }: OperatorRoute,
  { organizationId, body }: ActRequest,
): Promise<string | null> {
  if (chain === undefined) return organizationId;
  const { code } = body as { readonly code: string };
  const found = await invitationOfCode(database, { code, pepper });
  if (found === null) throw new AppError('invitation_not_usable');
  return found.organizationId;
}
