import { randomUUID } from 'node:crypto';
import { startRedis } from '@farebox/testing';
import { afterAll, describe } from 'vitest';
import { queueSuite } from './port-suite.ts';
import { createRedisQueue } from './redis-queue.ts';

const redis = await startRedis();
afterAll(() => redis?.stop());

describe.skipIf(redis === null)('the queue on Redis', () => {
  queueSuite(async () => {
    const prefix = randomUUID();
    return (options) => createRedisQueue({ ...options, url: redis?.url ?? '', prefix });
  });
});

const deployed = await startRedis({ password: 'a-secret-of-redis' });
afterAll(() => deployed?.stop());

describe.skipIf(deployed === null)('the queue with the account of deploy/redis/start.sh', () => {
  queueSuite(async () => {
    const prefix = randomUUID();
    return (options) => createRedisQueue({ ...options, url: deployed?.url ?? '', prefix });
  });
});
