/**
 * Detects whether a failover could lose confirmed commits: the server has standbys, and commits do not wait for one of
 * them. A server without standbys has no failover. The result is only reported and never stops an app: a server that
 * fails over badly still serves.
 */
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';

export interface Replication {
  /** Connected standbys. Base backups, receivers of WAL and logical subscribers cannot take over, so they do not count. */
  readonly standbys: number;
  /** Commits wait for a standby. */
  readonly waits: boolean;
  /** False if the role may not see standbys; `standbys` is then 0. */
  readonly isVisible: boolean;
}

/**
 * Only a standby replays WAL and reports how far it is. `pg_basebackup`, `pg_receivewal` and backup tools report no
 * replay, under any name. A logical subscriber reports one, and is known by its slot. A slot without a connection does
 * not count, because it may be that of a receiver.
 */
const STATE = Prisma.sql`
  SELECT (SELECT count(*) FROM pg_stat_replication AS sender
           WHERE sender.replay_lsn IS NOT NULL
             AND NOT EXISTS (SELECT FROM pg_replication_slots AS slot
                              WHERE slot.active_pid = sender.pid AND slot.slot_type = 'logical'))::int AS standbys,
         current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS waits,
         pg_has_role('pg_read_all_stats', 'USAGE') AS "isVisible"`;

export async function readReplication(database: Database): Promise<Replication> {
  const [found] = await database.rows<Replication>(STATE);
  if (found === undefined) throw new Error('the server returned no state of its replication');
  return found;
}

/** Number of standbys that a failover could promote without the last confirmed commits. */
export const standbysAtRisk = ({ standbys, waits }: Replication): number => (waits ? 0 : standbys);

/** Advice for logs and the doctor. */
export const ASYNCHRONOUS_ADVICE =
  'set synchronous_standby_names (and synchronous_commit = on), or accept the loss with FAREBOX_ALLOW_ASYNC_REPLICA=true';
