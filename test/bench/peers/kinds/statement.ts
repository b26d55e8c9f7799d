/** The same in one SQL statement for each half, with BullMQ one by one. */
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
