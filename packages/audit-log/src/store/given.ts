/** Sums the money that an operator gave, from the entries of their acts. */
import type { Transaction } from '@farebox/db';

export interface GivenBy {
  readonly subject: string;
  /** Names of the acts that give money. */
  readonly acts: readonly string[];
  /** The last hours that count. */
  readonly hours: number;
}

/**
 * Positive amounts in micros, of all live projects, without proposals. Serializes the callers of one subject until the end of the
 * transaction, so that two acts at the same time cannot both find room. Call it after `lockChain` and before the account's lock.
 */
export async function givenAlone(transaction: Transaction, { subject, acts, hours }: GivenBy): Promise<bigint> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('operator gives ' || ${subject}, 0))`;
  const [sum] = await transaction.$queryRaw<{ micros: bigint }[]>`
    SELECT coalesce(sum((l.after->>'amountMicros')::bigint), 0)::bigint AS micros
      FROM audit_log AS l JOIN project AS p ON p.id = l.project
     WHERE l.actor_kind = 'operator' AND l.actor = ${subject} AND l.at > instant() - make_interval(hours => ${hours}::integer)
       AND l.act = ANY (${acts}::text[]) AND NOT l.after ? 'proposalId' AND (l.after->>'amountMicros')::bigint > 0
       AND p.environment = 'live'`;
  return sum?.micros ?? 0n;
}
