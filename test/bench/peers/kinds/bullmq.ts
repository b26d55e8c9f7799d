/** A transaction of pg, BullMQ after its commit, and a ledger update for each job. */
import { jobsTo, workOff } from '../bullmq.ts';
import type { Peer } from '../peer.ts';
import { acceptInTransaction, claimAndSettle, poolOf } from '../sql.ts';

export const bullmq: Peer = {
  accepts: async (urls) => {
    const [pool, enqueue] = [poolOf(urls.databaseUrl), jobsTo(urls)];
    return async (request) => {
      const made = await acceptInTransaction(pool, request, async () => {});
      await enqueue(made.id);
      return made;
    };
  },
  works: async (urls) => {
    const pool = poolOf(urls.databaseUrl);
    workOff(urls, (id) => claimAndSettle(pool, id));
  },
};
