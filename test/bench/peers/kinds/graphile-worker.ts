/** A transaction of pg that also adds the job (`graphile_worker.add_job`), and a ledger update for each job. */
import { Logger, run } from 'graphile-worker';
import { CONCURRENCY, type Peer, POOL_MAX, QUEUE } from '../peer.ts';
import { acceptInTransaction, poolOf, settle } from '../sql.ts';

const ADD_JOB = `SELECT graphile_worker.add_job($1, json_build_object('id', $2::text))`;

export const graphileWorker: Peer = {
  accepts: async ({ databaseUrl }) => {
    const pool = poolOf(databaseUrl);
    return (request) => acceptInTransaction(pool, request, (client) => client.query(ADD_JOB, [QUEUE, request.id]));
  },
  works: async ({ databaseUrl }) => {
    const pool = poolOf(databaseUrl);
    await run({
      pgPool: pool,
      noHandleSignals: true,
      preset: { worker: { concurrentJobs: CONCURRENCY, maxPoolSize: POOL_MAX } },
      taskList: { [QUEUE]: (job) => settle(pool, (job as { id: string }).id) },
      logger: new Logger(() => () => {}),
    });
  },
};
