/** A paid response and an accepted execution are not mistaken for something else in unusual states. */
import type { Mutant } from '../mutant.ts';

const EXCHANGE = 'apps/worker-provider/src/http/exchange.ts';
const EXCHANGES = ['apps/worker-provider/src/http/exchange.test.ts'] as const;

export const unusualMutants: readonly Mutant[] = [
  {
    name: 'a header that stands twice spoils a response',
    threat: 'I11',
    file: EXCHANGE,
    defence: "Array.isArray(value) ? [...new Set(value)].join(', ') : value;",
    without: 'value as string | undefined;',
    tests: EXCHANGES,
    titles: ['headers that stand twice are one text, and spoil no response'],
  },
  {
    name: 'a response may not pause between its head and its body',
    threat: 'I11',
    file: EXCHANGE,
    defence: 'bodyTimeout: timeLimitMs,',
    without: 'bodyTimeout: Math.min(20_000, timeLimitMs),',
    tests: ['apps/worker-provider/src/http/slow-body.test.ts'],
    titles: ['a service that says at once that it works may take all of its time to say what it made'],
  },
  {
    name: 'a look-up by token is believed without a proof',
    threat: 'I10',
    file: 'apps/worker-provider/src/adapters/predictions/adapter.ts',
    defence: 'if (repeatedToken(found) === null && (await find(randomUUID(), signal)).length > 0)',
    without: 'if (found === null)',
    tests: ['apps/worker-provider/src/adapters/unusual.test.ts'],
    titles: ['a list that was empty once is not believed when somebody else has used the service since'],
  },
  {
    name: 'a paid result is thrown away by a full disk',
    threat: 'I11',
    file: 'packages/worker/src/step/local-retry.ts',
    defence: 'if (!isLacking(error)) return false;',
    without: 'if (isLacking(error) || !isLacking(error)) return false;',
    tests: ['apps/worker-provider/src/full-disk.test.ts'],
    titles: ['what was paid for waits in memory while this disk is full, and is delivered when there is room'],
  },
  {
    name: 'one damaged result keeps the others of its disk',
    threat: 'I11',
    file: 'packages/worker/src/spool/spool.ts',
    defence: '      failures.push(error);',
    without: '      throw error;',
    tests: ['packages/worker/src/spool/spool.test.ts'],
    titles: ['a response that was damaged on this disk keeps no other one from coming home'],
  },
  {
    name: 'bytes behind a paid request take the place of its response',
    threat: 'I5',
    file: 'apps/gateway/src/http/malformed.ts',
    defence: 'if (!isWanted || current?.req.complete !== true)',
    without: 'if (isWanted || current?.req.complete !== true)',
    tests: ['apps/gateway/src/http/spoiled-connection.test.ts'],
    titles: ['%s spoil no response to what came before'],
  },
  {
    name: 'uploads that come at once leave bytes beyond the quota',
    threat: 'resource exhaustion',
    file: 'packages/files/src/store/files.ts',
    defence: 'if (row?.object_key !== objectKey) remove?.();',
    without: '',
    tests: ['apps/gateway/src/upload/storage-quota.test.ts'],
    titles: ['what came at once and is kept once, or not at all, leaves no bytes that nobody counts'],
  },
];
