/** A tool of a team whose runner asks for work itself, with a real database, and calls of it with a journal in memory. */
import type { JsonObject } from '@farebox/catalog';
import type { Database } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { pullRuns, type PullRuns, type RunnerKey } from '@farebox/tools';
import { publishForTest } from '@farebox/tools/testing';
import { issueKeyForTest } from '@farebox/tools/testing/pull';
import { type Fixture, openFixture, type Step } from './fixture.ts';
import { type PullRunner, startPullRunner } from './pull-runner.ts';
import { PARAMETERS, reportedTool } from './runner-shop.ts';

export interface PullShop extends AsyncDisposable {
  readonly fixture: Fixture;
  readonly database: Database;
  readonly runs: PullRuns;
  readonly key: RunnerKey;
  /** Starts a runner, which is stopped with the shop. */
  readonly runner: (work: Parameters<typeof startPullRunner>[2]) => PullRunner;
  readonly call: (changes?: JsonObject) => Step;
}

export interface PullChanges {
  readonly idempotent?: boolean;
  readonly onFailure?: 'none' | 'stated';
}

export async function openPullShop({ idempotent = false, onFailure = 'none' }: PullChanges = {}): Promise<PullShop> {
  const server = await testDatabase();
  const database = openTestDatabase({ url: server.appUrl, poolMax: 4, applicationName: 'pull-test' });
  const manifest = reportedTool({ kind: 'pull', idempotent, maxRuntimeSeconds: 120, concurrency: 2 }, { onFailure });
  await publishForTest(database, manifest.manifest);
  const key = await issueKeyForTest(database);
  const runs = pullRuns(database);
  const env = { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '2' };
  const fixture = await openFixture({ tools: [manifest], env, pull: runs });
  const runners: PullRunner[] = [];
  return {
    fixture,
    database,
    runs,
    key,
    runner(work) {
      const runner = startPullRunner(database, key, work);
      runners.push(runner);
      return runner;
    },
    call: (more = {}) => fixture.step('run-tool', { ...PARAMETERS, ...more }),
    async [Symbol.asyncDispose]() {
      await Promise.all(runners.map(({ stop }) => stop()));
      await fixture[Symbol.asyncDispose]();
      await database.close();
      await server.drop();
    },
  };
}
