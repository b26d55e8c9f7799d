/** One SQL statement for the accept and one for the settlement, with one BullMQ job at a time. */
import { jobsTo, workOff } from '../bullmq.ts';
import type { Peer } from '../peer.ts';
import { acceptInOneStatement, claimAndSettle, poolOf } from '../sql.ts';

export const statement: Peer = {
  accepts: async (urls) => {
    const [pool, enqueue] = [poolOf(urls.databaseUrl), jobsTo(urls)];
    return async (request) => {
      const made = await acceptInOneStatement(pool, request);
      await enqueue(made.id);
      return made;
    };
  },
  works: async (urls) => {
    const pool = poolOf(urls.databaseUrl);
    workOff(urls, (id) => claimAndSettle(pool, id));
  },
};
