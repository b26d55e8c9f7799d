/** Lists entries, newest first. */
import { type Database, Prisma } from '@farebox/db';
import type { ActorKind, Entry } from '../entry.ts';

export interface EntryPage {
  readonly chain: string;
  /** Undefined: all entries of the chain. */
  readonly projectId?: string | undefined;
  /** Exclusive; undefined: from the newest entry. */
  readonly before?: number | undefined;
  readonly limit: number;
}

interface Row extends Omit<Entry, 'actor' | 'number'> {
  readonly number: bigint;
  readonly actorKind: ActorKind;
  readonly subject: string;
}

/** Returns at most `limit` entries. */
export async function readEntries(
  database: Database,
  { chain, projectId, before, limit }: EntryPage,
): Promise<readonly Entry[]> {
  const ofProject = projectId === undefined ? Prisma.empty : Prisma.sql`AND project = ${projectId}`;
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND number < ${before}::bigint`;
  const rows = await database.rows<Row>(Prisma.sql`
    SELECT chain, number, at, actor_kind AS "actorKind", actor AS subject, act, project AS "projectId", target, before, after, reason,
           request_id AS "requestId", encode(hash, 'hex') AS hash
      FROM audit_log WHERE chain = ${chain} ${ofProject} ${older} ORDER BY number DESC LIMIT ${limit}`);
  return rows.map(({ actorKind, subject, number, ...row }) => ({
    ...row,
    number: Number(number),
    actor: { kind: actorKind, subject },
  }));
}
