/** A transaction of pg, BullMQ after its commit, and a ledger update for each job. */
import { jobsTo, workOff } from '../bullmq.ts';
import type { Peer } from '../peer.ts';
import { acceptInTransaction, claimAndSettle, poolOf } from '../sql.ts';

export const bullmq: Peer = {
  accepts: async (place) => {
    const [pool, enqueue] = [poolOf(place.databaseUrl), jobsTo(place)];
    return async (request) => {
      const made = await acceptInTransaction(pool, request, async () => {});
      await enqueue(made.id);
      return made;
    };
  },
  works: async (place) => {
    const pool = poolOf(place.databaseUrl);
    workOff(place, (id) => claimAndSettle(pool, id));
  },
};
