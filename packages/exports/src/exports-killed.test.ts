/** Exports whose keeper is killed, is slow, runs concurrently or has to stop. */
import type { Database } from '@farebox/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  asked,
  contentOf,
  finished,
  leasesEnd,
  type Part,
  partsOf,
  stateOf,
  turn,
  wholly,
} from './testing/exporting.ts';
import type { Produced } from './produce.ts';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

/** Simulates SIGKILL: everything before the failed call is done, nothing after it. */
class KilledError extends Error {}

/** Kills at the n-th point: before an object is stored, after it, after its row. */
function killedAt(edge: number): { readonly needs: Partial<Produced>; readonly passed: () => number } {
  let at = 0;
  const pass = (): void => {
    if (at++ === edge) throw new KilledError();
  };
  const { artifacts, database } = fixture;
  const needs = {
    artifacts: {
      put: async (...put: Parameters<typeof artifacts.put>) => {
        pass();
        await artifacts.put(...put);
        pass();
      },
    },
    database: {
      ...database,
      async rows<Row>(query: Parameters<Database['rows']>[0]) {
        const rows = await database.rows<Row>(query);
        if (query.text.includes('project_export_part (')) pass();
        return rows;
      },
    },
  };
  return { needs, passed: () => at };
}

test('an export that is killed at every step continues at that step and produces the same bytes', async () => {
  await finished(fixture);
  await Promise.all(Array.from({ length: 60 }, () => fixture.accept()));
  await finished(fixture);
  const id = await asked(fixture);
  await wholly(fixture, id);
  const whole = await partsOf(fixture, id);
  expect(whole.map(({ section }) => section)).toEqual([
    'project',
    'transfers',
    'executions',
    'executions',
    'executions',
    'manifest',
  ]);
  // A second export with the bounds of the first, killed at one point after the other.
  await fixture.sql(`INSERT INTO project_export (project_id, id, requested_by, as_of, transfer_id, audit_chain, audit_number, expires_at)
    SELECT project_id, 'exp_again', requested_by, as_of, transfer_id, audit_chain, audit_number, expires_at FROM project_export RETURNING id`);
  let kills = 0;
  while ((await stateOf(fixture, 'exp_again')).status !== 'succeeded') {
    // A kill at the first point each time would allow no progress.
    const { needs } = killedAt(kills % 4);
    await turn(fixture, needs).catch((error: unknown) => {
      if (!(error instanceof KilledError)) throw error;
      kills++;
    });
    await leasesEnd(fixture);
    expect(kills).toBeLessThan(500);
  }
  expect(kills).toBeGreaterThan(5);
  const again = await partsOf(fixture, 'exp_again');
  const shape = ({ number, section, rows, sha256 }: Part) => ({
    number,
    section,
    rows,
    sha256: Buffer.from(sha256).toString('hex'),
  });
  expect(again.map(shape)).toEqual(whole.map(shape));
  await contentOf(fixture, 'exp_again');
});

test('one of several concurrent keepers writes an export; a keeper that lost its claim writes nothing more', async () => {
  await finished(fixture);
  const id = await asked(fixture);
  const late: Partial<Produced> = {
    artifacts: {
      put: async (...put) => {
        await fixture.artifacts.put(...put);
        await leasesEnd(fixture);
        await turn(fixture, { turnMs: 0 });
      },
    },
  };
  expect(await turn(fixture, late)).toBe(0);
  expect((await stateOf(fixture, id)).parts).toBe(1);
  const written = await Promise.all([turn(fixture), turn(fixture), turn(fixture)]);
  expect(written.filter((parts) => parts > 0)).toHaveLength(1);
  await wholly(fixture, id);
  const numbers = (await partsOf(fixture, id)).map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, n) => n));
  expect((await contentOf(fixture, id))['executions']).toHaveLength(1);
});

test('a turn ends after its time or when the keeper stops, and the next turn continues', async () => {
  await finished(fixture);
  const id = await asked(fixture);
  expect(await turn(fixture, { turnMs: 0 })).toBe(1);
  expect(await turn(fixture, { signal: AbortSignal.abort() })).toBe(1);
  expect(await stateOf(fixture, id)).toMatchObject({ status: 'running', parts: 2 });
  await wholly(fixture, id);
});
