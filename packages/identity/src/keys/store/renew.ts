/** Replaces the digest of a key, unless it has changed since it was read. */
import type { Database } from '@farebox/db';
import type { Renewal } from '../renewals.ts';

export interface DigestChange extends Renewal {
  readonly projectId: string;
}

export async function replaceDigest(
  database: Database,
  { projectId, keyId, from, to, pepperMark }: DigestChange,
): Promise<void> {
  const where = { projectId, id: keyId, secretHmac: Uint8Array.from(from) };
  await database.prisma.apiKey.updateMany({ where, data: { secretHmac: to, pepperMark } });
}
