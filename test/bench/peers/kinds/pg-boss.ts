/** A transaction of pg that also sends the job (`db` of `send`), and a ledger update for each job. */
import { PgBoss } from 'pg-boss';
import { type Peer, POOL_MAX, QUEUE } from '../peer.ts';
import { acceptInTransaction, poolOf, settle } from '../sql.ts';

/** Fetching single jobs would wait half a second for each. The guide fetches groups, and continues while they are full. */
const FETCH = { batchSize: 64, localConcurrency: 2, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true } as const;

async function bossOf(databaseUrl: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: POOL_MAX / 2 });
  boss.on('error', console.error);
  await boss.start();
  return boss;
}

export const pgBoss: Peer = {
  accepts: async ({ databaseUrl }) => {
    const [pool, boss] = [poolOf(databaseUrl), await bossOf(databaseUrl)];
    return (request) =>
      acceptInTransaction(pool, request, (client) => {
        const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
        return boss.send(QUEUE, { id: request.id }, { db });
      });
  },
  works: async ({ databaseUrl }) => {
    const [pool, boss] = [poolOf(databaseUrl), await bossOf(databaseUrl)];
    await boss.createQueue(QUEUE);
    await boss.work<{ id: string }>(QUEUE, FETCH, async (jobs) => {
      await Promise.all(jobs.map(({ data }) => settle(pool, data.id)));
    });
  },
};
