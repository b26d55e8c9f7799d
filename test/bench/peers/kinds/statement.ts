/** One SQL statement for the accept and one for the settlement, with one BullMQ job at a time. */
import { jobsTo, workOff } from '../bullmq.ts';
import type { Peer } from '../peer.ts';
import { acceptInOneStatement, claimAndSettle, poolOf } from '../sql.ts';

export const statement: Peer = {
  accepts: async (place) => {
    const [pool, enqueue] = [poolOf(place.databaseUrl), jobsTo(place)];
    return async (request) => {
      const made = await acceptInOneStatement(pool, request);
      await enqueue(made.id);
      return made;
    };
  },
  works: async (place) => {
    const pool = poolOf(place.databaseUrl);
    workOff(place, (id) => claimAndSettle(pool, id));
  },
};
