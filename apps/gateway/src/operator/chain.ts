/** Whose chain tells of an act whose path names nobody. It must be known before the act locks anything, and before its body is believed. */
import { AppError, type OperatorRoute } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { invitationOfCode } from '@farebox/identity';

interface ActRequest {
  /** As the path says. */
  readonly organizationId: string | null;
  /** Checked against the route's schema. */
  readonly body: unknown;
}

/** Null: the platform's. Throws `invitation_not_usable`, and holds no lock then: who guesses makes nobody wait. */
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
