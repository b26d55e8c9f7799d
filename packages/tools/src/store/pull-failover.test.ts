/** An offer that is repeated on another server: the first one may have been claimed, and the failover lost it. */
import { type Database, Prisma } from '@farebox/db';
import { openPair, openTestDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { pullRuns } from '../index.ts';
import { issueKeyForTest, publishPullTool, runOf } from '../testing/pull.ts';
import { TOOL } from './pull.fixture.ts';

const open = (url: string): Database & AsyncDisposable => {
  const database = openTestDatabase({ url, poolMax: 2, applicationName: 'test' });
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
};

test('an offer that is repeated after a failover starts no run that may have begun, unless it may be repeated', async () => {
  await using pair = await openPair();
  await using before = open(pair.primaryUrl);
  await using after = open(pair.standbyUrl);
  await publishPullTool(before);
  const key = await issueKeyForTest(before);
  await pair.untilCaughtUp();
  await pair.cut();

  const failedOver = Promise.withResolvers<void>();
  let sent = 0;
  // The response of the first server is lost, and the client repeats the statement at the second one.
  const json: Database['json'] = async (query) => {
    const value = await before.json<never>(query);
    if (!query.text.includes('runner_run_offer')) return value;
    sent++;
    await failedOver.promise;
    return await after.json(query);
  };
  const offer = (isIdempotent: boolean) => pullRuns({ json }).offer(runOf(`run-${isIdempotent}`, { isIdempotent }));
  const offers = Promise.allSettled([offer(false), offer(true)]);
  await expect.poll(() => sent).toBe(2);
  for (let n = 0; n < 2; n++)
    expect((await pullRuns(before).claim({ tool: TOOL, keyId: key.id })).kind).toBe('claimed');
  await pair.failOver();
  failedOver.resolve();

  expect((await offers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await after.rows(Prisma.sql`SELECT token FROM runner_run`)).toEqual([{ token: 'run-true' }]);
  expect(await pullRuns(after).lookup('run-false')).toBeNull();
});
