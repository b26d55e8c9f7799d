/**
 * Checks the Redis of the queue and the rate limit: it responds, keeps every key, and persists its data. Changes
 * nothing there.
 */
import { Redis } from 'ioredis';
import { clockFinding } from './clock.ts';
import { type Check, failed, type Finding, ok, warning } from './finding.ts';

const TIMEOUT_MS = 30_000;
const MS_PER_SECOND = 1000;

export const redisCheck = (url: URL): Check => ({
  what: 'Redis',
  mend: 'start Redis, and check host, port and password in REDIS_URL',
  look: async () => {
    const redis = new Redis(url.href, {
      lazyConnect: true,
      connectTimeout: TIMEOUT_MS,
      commandTimeout: TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    let reason: Error | undefined;
    redis.on('error', (error) => (reason = error));
    try {
      await redis.connect();
      return await findings(redis);
    } catch (error) {
      throw reason ?? error;
    } finally {
      redis.disconnect();
    }
  },
});

async function findings(redis: Redis): Promise<readonly Finding[]> {
  const info = parsed(await redis.info());
  const before = new Date();
  const [seconds, microseconds] = await redis.time();
  const theirs = new Date(Number(seconds) * MS_PER_SECOND + Math.floor(Number(microseconds) / MS_PER_SECOND));
  return [
    ok('Redis', `version ${info.get('redis_version') ?? 'unknown'} answers`),
    policyFinding(info.get('maxmemory_policy')),
    appendOnlyFinding(info.get('aof_enabled')),
    clockFinding('Redis', { before, theirs, after: new Date() }),
  ];
}

/** Parses lines of `name:value`. */
const parsed = (info: string): ReadonlyMap<string, string> =>
  new Map(Array.from(info.matchAll(/^([a-z_]+):(.*?)\r?$/gm), ([, name = '', value = '']) => [name, value]));

function policyFinding(policy = 'unknown'): Finding {
  const what = 'Redis policy';
  if (policy === 'noeviction') return ok(what, 'noeviction');
  return failed(
    what,
    `${policy}: Redis may drop jobs and counters when its memory is full`,
    'set maxmemory-policy noeviction (in redis.conf, or in the console of a hosted Redis)',
  );
}

function appendOnlyFinding(enabled: string | undefined): Finding {
  const what = 'Redis persistence';
  if (enabled === '1') return ok(what, 'every write is appended to a log (appendonly)');
  return warning(
    what,
    'jobs are lost when Redis stops; the keeper queues their executions again, seconds later',
    'set appendonly yes',
  );
}
