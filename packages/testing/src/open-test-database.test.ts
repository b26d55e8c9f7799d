import { type Database, openDatabase } from '@farebox/db';
import { expect, test } from 'vitest';
import { openTestDatabase, testDatabase } from './index.ts';

interface Waiting {
  /** The transaction that waits: how it ended. */
  readonly next: Promise<string>;
  /** Ends the one that holds the only connection. */
  readonly letGo: () => Promise<unknown>;
}

async function waiting(database: Database): Promise<Waiting> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database
    .transaction(async () => {
      held.resolve();
      await released.promise;
    })
    .catch(String);
  await held.promise;
  const next = database.transaction(() => Promise.resolve('begun')).catch(String);
  const letGo = (): Promise<unknown> => {
    released.resolve();
    return holding;
  };
  return { next, letGo };
}

test('a transaction of a test still waits for a connection when one of an app has given up', async () => {
  await using server = await testDatabase();
  const options = { url: server.url, poolMax: 1, applicationName: 'test' };
  const [own, app] = [openTestDatabase(options), openDatabase(options)];
  const ofTest = await waiting(own);
  const ofApp = await waiting(app);
  expect(await ofApp.next).toMatch(/Unable to start a transaction in the given time|timeout exceeded/);
  await ofTest.letGo();
  expect(await ofTest.next).toBe('begun');
  await ofApp.letGo();
  await Promise.all([own.close(), app.close()]);
});
