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
    titles: ['duplicate headers become one text and do not break the response'],
  },
  {
    name: 'a response may not pause between its head and its body',
    threat: 'I11',
    file: EXCHANGE,
    defence: 'bodyTimeout: timeLimitMs,',
    without: 'bodyTimeout: Math.min(20_000, timeLimitMs),',
    tests: ['apps/worker-provider/src/http/slow-body.test.ts'],
    titles: ['a service that sends its headers at once may use its full time for the result'],
  },
  {
    name: 'a look-up by token is believed without a proof',
    threat: 'I10',
    file: 'apps/worker-provider/src/adapters/predictions/adapter.ts',
    defence: 'if (repeatedToken(found) === null && (await find(randomUUID(), signal)).length > 0)',
    without: 'if (found === null)',
    tests: ['apps/worker-provider/src/adapters/unusual.test.ts'],
    titles: ['an earlier empty list is not believed if another client has used the service since'],
  },
  {
    name: 'a paid result is thrown away by a full disk',
    threat: 'I11',
    file: 'packages/worker/src/step/local-retry.ts',
    defence: 'if (!isLacking(error)) return false;',
    without: 'if (isLacking(error) || !isLacking(error)) return false;',
    tests: ['apps/worker-provider/src/full-disk.test.ts'],
    titles: ['a paid result waits in memory while this disk is full, and is delivered when there is space'],
  },
  {
    name: 'one damaged result keeps the others of its disk',
    threat: 'I11',
    file: 'packages/worker/src/spool/spool.ts',
    defence: '      failures.push(error);',
    without: '      throw error;',
    tests: ['packages/worker/src/spool/spool.test.ts'],
    titles: ['a damaged response on this disk does not block the others'],
  },
  {
    name: 'bytes behind a paid request replace its response',
    threat: 'I5',
    file: 'apps/gateway/src/http/malformed.ts',
    defence: 'if (!isWanted || current?.req.complete !== true)',
    without: 'if (isWanted || current?.req.complete !== true)',
    tests: ['apps/gateway/src/http/spoiled-connection.test.ts'],
    titles: ['after %s the requests before still get their responses'],
  },
  {
    name: 'uploads that come at once leave bytes beyond the quota',
    threat: 'resource exhaustion',
    file: 'packages/files/src/store/files.ts',
    defence: 'if (row?.object_key !== objectKey) remove?.();',
    without: '',
    tests: ['apps/gateway/src/upload/storage-quota.test.ts'],
    titles: ['concurrent uploads of the same or of refused bytes leave no uncounted object'],
  },
  {
    name: 'a registered upload loses its bytes when the reply of the database is lost and the quota is full',
    threat: 'resource exhaustion',
    file: 'prisma/functions/files/file_save_upload_within.sql',
    defence: 'IF NOT is_repeated AND saved.object_key',
    without: 'IF saved.object_key',
    tests: ['apps/gateway/src/upload/organization-quota.test.ts'],
    titles: [
      'an upload that was registered stays if the reply of the database is lost and an artifact fills the quota',
    ],
  },
  {
    name: 'a paid result beside an unreadable cost is dropped',
    threat: 'I11',
    file: 'apps/worker-provider/src/http/json.ts',
    defence: 'parsed(text) ?? parsed(readable(text))',
    without: 'parsed(text) ?? null',
    tests: ['apps/worker-provider/src/http/json.test.ts'],
    titles: ['the bare word %s beside a result is read as null, and everything else as it stands'],
  },
];
