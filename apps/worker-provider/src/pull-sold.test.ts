/** Sold runs of a runner that asks for work itself: the real worker as a process, which may die, and a real database. */
import { createCatalogMaker, ownTool, PRICE_TABLE, priceVersionOf } from '@farebox/catalog';
import { Prisma } from '@farebox/db';
import type { RunStart } from '@farebox/runner-protocol';
import { pullRuns } from '@farebox/tools';
import { publishForTest } from '@farebox/tools/testing';
import { expireLease, issueKeyForTest } from '@farebox/tools/testing/pull';
import { expect, test, vi } from 'vitest';
import { type Deployment, openDeployment } from './testing/deployment.ts';
import { type PullRunner, startPullRunner } from './testing/pull-runner.ts';
import { reportedTool } from './testing/runner-shop.ts';
import { DONE } from './testing/runner.ts';

/** Each try wakes the worker again. */
const RENOTIFIED = { timeout: 120_000, interval: 1_000 };
const LONG = { timeout: 180_000 };

interface Sold extends AsyncDisposable {
  readonly deployment: Deployment;
  readonly runner: (work: (start: RunStart) => object | null | Promise<object | null>) => PullRunner;
  readonly buy: (environment?: 'live' | 'test') => Promise<string>;
  readonly until: (id: string, status: string) => Promise<object>;
}

async function openSold(): Promise<Sold> {
  const deployment = await openDeployment({ env: { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '2' } });
  const tool = reportedTool({ kind: 'pull', idempotent: false, maxRuntimeSeconds: 120, concurrency: 2 });
  const { version } = await publishForTest(deployment.database, tool.manifest);
  const key = await issueKeyForTest(deployment.database);
  const base = { table: PRICE_TABLE, version: priceVersionOf(PRICE_TABLE), own: [ownTool(tool, version)] };
  const runners: PullRunner[] = [];
  return {
    deployment,
    runner(work) {
      const runner = startPullRunner(deployment.database, key, work);
      runners.push(runner);
      return runner;
    },
    async buy(environment = 'live') {
      const catalog = createCatalogMaker({ rehearsal: false, isTest: environment === 'test' })(base);
      const prepared = catalog.prepare({ tool: 'acme-read-text', arguments: { page: 3 } });
      if (!prepared.ok) throw new Error(prepared.message);
      const quoted = catalog.quote(prepared, new Map());
      if (!quoted.ok) throw new Error(quoted.message);
      return await deployment.accept(quoted);
    },
    until: (id, status) =>
      vi.waitFor(async () => {
        await deployment.notify(id);
        const execution = await deployment.get(id);
        expect(execution.status).toBe(status);
        return execution;
      }, RENOTIFIED),
    async [Symbol.asyncDispose]() {
      await Promise.all(runners.map(({ stop }) => stop()));
      await deployment[Symbol.asyncDispose]();
    },
  };
}

test(
  'a worker that is killed while a runner works leaves one run, which the next worker delivers and charges',
  LONG,
  async () => {
    await using sold = await openSold();
    const begun = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    const runner = sold.runner(async () => {
      begun.resolve();
      await killed.promise;
      return { ...DONE, units: 2 };
    });
    const first = await sold.deployment.start();
    const id = await sold.buy();
    await begun.promise;
    await first.end('SIGKILL');
    killed.resolve();
    await sold.deployment.start();
    expect(await sold.until(id, 'succeeded')).toMatchObject({ chargedMicros: 1600 });
    expect([runner.begun.length, await sold.deployment.heldMicros()]).toEqual([1, 0n]);
  },
);

test('the content of an execution is deleted with all that a runner was sent and has reported', LONG, async () => {
  await using sold = await openSold();
  const runner = sold.runner(() => ({ ...DONE, units: 1, result: { lines: ['of a customer'] } }));
  await sold.deployment.start();
  const id = await sold.buy();
  await sold.until(id, 'succeeded');
  await runner.stop();
  const { database } = sold.deployment;
  // A run whose review has ended without a report.
  const silent = { token: `${id}.1`, tool: 'acme-read-text', version: 1, start: '{"arguments":"of a customer"}' };
  const deadline = new Date(Date.now() + 3_600_000);
  await pullRuns(database).offer({ ...silent, isIdempotent: true, deadline });
  const runs = () =>
    database.rows(Prisma.sql`SELECT state, start, reply FROM runner_run WHERE token LIKE ${`${id}.%`} ORDER BY token`);
  const [ended, open] = await runs();
  expect([ended, open].map((run) => JSON.stringify(run).includes('of a customer'))).toEqual([true, true]);
  await database.prisma
    .$queryRaw`SELECT execution_delete_content(project_id, id, 'member', 'ann') FROM execution WHERE id = ${id}`;
  expect(await runs()).toEqual([{ state: 'waiting', start: '{}', reply: null }]);
  const key = await issueKeyForTest(database, 'acme-read-text', 'gpu-2');
  expect(await pullRuns(database).claim({ tool: key.tool, keyId: key.id })).toEqual({ kind: 'none' });
});

test('a run without a runner waits with its hold, and is sold when one asks for work', LONG, async () => {
  await using sold = await openSold();
  await sold.deployment.start();
  const id = await sold.buy();
  await vi.waitFor(async () => {
    expect((await sold.deployment.get(id)).startedAt).not.toBeNull();
    expect(await sold.deployment.claims()).toMatchObject([{ claim_token: null, attempts: 0 }]);
  }, RENOTIFIED);
  expect([(await sold.deployment.get(id)).finishedAt, await sold.deployment.named(id)]).toEqual([null, []]);
  sold.runner(() => ({ ...DONE, units: 1 }));
  expect(await sold.until(id, 'succeeded')).toMatchObject({ chargedMicros: 1000 });
});

test(
  'a runner that asks for work again wakes the runs that wait, although nobody else makes them due',
  LONG,
  async () => {
    await using sold = await openSold();
    const { deployment } = sold;
    await deployment.start();
    const ids = await Promise.all(Array.from({ length: 3 }, () => sold.buy()));
    const postponed = { claim_token: null, attempts: 0 };
    await vi.waitFor(async () => {
      const started = await Promise.all(ids.map(async (id) => (await deployment.get(id)).startedAt));
      expect(started).not.toContain(null);
      expect(await deployment.claims()).toEqual(ids.map(() => postponed));
    }, RENOTIFIED);
    sold.runner(() => ({ ...DONE, units: 1 }));
    await vi.waitFor(async () => {
      const statuses = await Promise.all(ids.map(async (id) => (await deployment.get(id)).status));
      expect(statuses).toEqual(ids.map(() => 'succeeded'));
    }, RENOTIFIED);
  },
);

test(
  'the run of a dead runner that may not be repeated goes under review, and its late report is charged once',
  LONG,
  async () => {
    await using sold = await openSold();
    const dies = Promise.withResolvers<void>();
    const runner = sold.runner(() => (dies.resolve(), null));
    await sold.deployment.start();
    const id = await sold.buy();
    await dies.promise;
    await expireLease(sold.deployment.database, `${id}.0`);
    await sold.until(id, 'needs_review');
    expect(await sold.deployment.heldMicros()).toBeGreaterThan(0n);
    for (const units of [4, 5]) await runner.report(runner.claims[0]!, { ...DONE, units });
    expect(await sold.until(id, 'succeeded')).toMatchObject({ chargedMicros: 3200 });
    expect([runner.begun.length, await sold.deployment.heldMicros()]).toEqual([1, 0n]);
  },
);

test('a test project gets the result of the manifest, and no runner gets its run', LONG, async () => {
  await using sold = await openSold();
  const runner = sold.runner(() => ({ ...DONE, units: 1 }));
  await sold.deployment.start();
  const id = await sold.buy('test');
  expect(await sold.until(id, 'succeeded')).toMatchObject({ output: { result: { lines: ['of a test'] } } });
  expect(runner.claims).toEqual([]);
});
