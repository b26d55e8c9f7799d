/** Writes entries, inside the transaction of their act. The database numbers and chains them. */
import { Prisma, type Transaction } from '@farebox/db';
import type { NewEntry } from '../entry.ts';

/** Call it before any other lock of the act. It serializes the acts of a chain, so that a repeated request finds the first one. */
export async function lockChain(transaction: Transaction, chain: string): Promise<void> {
  await transaction.$executeRaw`SELECT FROM audit_log_lock(${chain})`;
}

export interface Replay {
  readonly bodySha256: Uint8Array;
  readonly response: unknown;
}

type Asked = Pick<NewEntry, 'chain' | 'actor'> & { readonly idempotencyKey: string };

/** The stored response to this caller and key. Null: none yet; reliable only under the lock of the chain. */
export async function findReplay(transaction: Transaction, asked: Asked): Promise<Replay | null> {
  const { chain, actor, idempotencyKey } = asked;
  const [found] = await transaction.$queryRaw<Replay[]>`
    SELECT body_sha256 AS "bodySha256", response FROM audit_log
     WHERE chain = ${chain} AND actor_kind = ${actor.kind} AND actor = ${actor.subject} AND idempotency_key = ${idempotencyKey}`;
  return found ?? null;
}

export async function appendEntry(transaction: Transaction, entry: NewEntry): Promise<void> {
  const { chain, actor, act, projectId, target, before, after, reason, requestId, replay } = entry;
  await transaction.$executeRaw`
    INSERT INTO audit_log (chain, actor_kind, actor, act, project, target, before, after, reason, request_id,
                           idempotency_key, body_sha256, response)
    VALUES (${chain}, ${actor.kind}, ${actor.subject}, ${act}, ${projectId}, ${target}, ${json(before)}, ${json(after)}, ${reason}, ${requestId},
            ${replay?.idempotencyKey ?? null}, ${replay?.bodySha256 ?? null}, ${json(replay?.response ?? null)})`;
}

const json = (value: unknown): Prisma.Sql =>
  value === null ? Prisma.sql`NULL` : Prisma.sql`${JSON.stringify(value)}::jsonb`;
