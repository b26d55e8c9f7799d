/**
 * Detects whether a failover could lose confirmed commits: the server has standbys, and commits do not wait for one of
 * them. A server without standbys has no failover. The result is only reported: an operator may accept the loss.
 */
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';

interface Replication {
  readonly standbys: boolean;
  readonly waits: boolean;
}

/**
 * A standby appears as a WAL sender that is not a base backup. While it is disconnected, or for roles that cannot see
 * senders, it appears as a persistent slot.
 */
const STATE = Prisma.sql`
  SELECT EXISTS (SELECT FROM pg_stat_replication WHERE state IN ('startup', 'catchup', 'streaming'))
           OR EXISTS (SELECT FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT temporary) AS standbys,
         current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS waits`;

export class AsynchronousReplicaError extends Error {
  override readonly name = 'AsynchronousReplicaError';
  constructor() {
    super(
      'PostgreSQL has standbys but does not wait for any of them: a failover would lose confirmed requests and settlements. ' +
        'Set synchronous_standby_names (and synchronous_commit = on), or accept the loss with FAREBOX_ALLOW_ASYNC_REPLICA=true.',
    );
  }
}

/** Rejects with AsynchronousReplicaError unless the setting allows it. */
export async function requireDurableCommits(
  database: Database,
  { allowAsyncReplica }: AllowAsyncReplica,
): Promise<void> {
  if (allowAsyncReplica) return;
  const [found] = await database.rows<Replication>(STATE);
  if (found?.standbys === true && !found.waits) throw new AsynchronousReplicaError();
}

export interface AllowAsyncReplica {
  readonly allowAsyncReplica: boolean;
}
