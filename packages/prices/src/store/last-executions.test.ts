/** The executions of a price preview: exactly the last successful ones, however far apart they are and however they are spread over projects. */
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastExecutions } from '../index.ts';
import { type Fixture, openFixture, SEED } from '../testing/fixture.ts';

const MADE = 1_100;
const OF_ALL = 1_000;
const OF_ONE = 300;
const OF_TESTS = 60;

let prices: Fixture;
/** The first has most executions; the last is a test project. */
let projects: readonly [string, string, string, string];
beforeAll(async () => {
  prices = await openFixture();
  const live = [await prices.newProject(), await prices.newProject(), await prices.newProject()] as const;
  projects = [...live, await prices.newProject('test')];
  for (const each of projects) expect(await prices.accept(each, SEED)).toBe('accepted');
  await runSql(prices.url, `CREATE TABLE sample AS SELECT * FROM execution`);
});
afterAll(async () => await prices[Symbol.asyncDispose]());

/** The n-th last success was charged n. Some have an older failure beside them, and the first ones a success of a test project. */
const madeEvery = (interval: string): Promise<unknown> =>
  runSql(
    prices.url,
    `SET session_replication_role = replica;
     DELETE FROM execution;
     INSERT INTO execution SELECT (jsonb_populate_record(s, jsonb_build_object(
         'id', s.id || lpad(n::text, 5, '0') || ended_as, 'idempotency_key', n || ended_as, 'status', ended_as, 'charged_micros', n,
         'billing', '[]'::jsonb, 'finished_at', now(), 'run_at', NULL,
         'created_at', date_trunc('milliseconds', now() - n * interval '${interval}')))).*
       FROM generate_series(1, ${MADE}) AS n CROSS JOIN unnest(ARRAY['succeeded', 'failed']) AS ended_as
       JOIN sample AS s ON (ended_as = 'succeeded' OR n % 7 = 0)
        AND s.project_id = CASE WHEN n % 3 > 0 THEN '${projects[0]}' WHEN n % 10 > 0 THEN '${projects[1]}' ELSE '${projects[2]}' END
         OR (s.project_id = '${projects[3]}' AND ended_as = 'succeeded' AND n <= ${OF_TESTS})`,
  );

const ownerOf = (n: number): string => {
  if (n % 3 > 0) return projects[0];
  return n % 10 > 0 ? projects[1] : projects[2];
};
const ALL = Array.from({ length: MADE }, (_, index) => index + 1);
const ofOne = (id: string): number[] => ALL.filter((n) => ownerOf(n) === id);

async function last(asked: { projectId: string | null; environment?: 'live' | 'test'; limit: number }) {
  const found = await lastExecutions(prices.database.prisma, { environment: 'live', ...asked });
  return found.map(({ projectId, chargedMicros }) => [projectId, Number(chargedMicros)] as const);
}

// The query looks back 15 minutes, 2 hours, 16 hours, …: 2 hours have 900 executions if there is one every 8 seconds.
describe.each(['500 milliseconds', '8 seconds', '7 hours'])('with an execution every %s', (interval) => {
  beforeAll(() => madeEvery(interval));

  test('a preview of all live projects uses exactly their last executions', async () => {
    const expected = ALL.slice(0, OF_ALL).map((n) => [ownerOf(n), n]);
    expect(await last({ projectId: null, limit: OF_ALL })).toEqual(expected);
  });

  test('a preview of all test projects uses their executions, which are fewer', async () => {
    const expected = ALL.slice(0, OF_TESTS).map((n) => [projects[3], n]);
    expect(await last({ projectId: null, environment: 'test', limit: OF_ALL })).toEqual(expected);
    expect(await last({ projectId: projects[3], limit: OF_ALL })).toEqual(expected);
  });

  test('a preview of one project uses its last executions, or all if it has fewer', async () => {
    const [most, few] = projects;
    expect(ofOne(most).length).toBeGreaterThan(OF_ONE);
    const expected = ofOne(most).map((n) => [most, n]);
    expect(await last({ projectId: most, limit: OF_ONE })).toEqual(expected.slice(0, OF_ONE));
    expect(await last({ projectId: few, limit: OF_ALL })).toEqual(ofOne(few).map((n) => [few, n]));
  });
});

test('executions of the same time are in the order of the list of executions', async () => {
  await madeEvery('0 seconds');
  const [most] = projects;
  const expected = ofOne(most).map((n) => [most, n]);
  expect(await last({ projectId: most, limit: OF_ONE })).toEqual(expected.slice(-OF_ONE).toReversed());
});
