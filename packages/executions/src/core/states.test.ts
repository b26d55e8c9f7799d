/** The state table is the same in TypeScript, in the database, and in ARCHITECTURE.md. */
import { EXECUTION_STATUSES } from '@farebox/contract';
import { testDatabase } from '@farebox/testing';
import pg from 'pg';
import { expect, it } from 'vitest';
import { canBecome, isTerminal } from './states.ts';

const PAIRS = EXECUTION_STATUSES.flatMap((from) => EXECUTION_STATUSES.map((to) => ({ from, to })));

it('for every pair of statuses, the database allows exactly the transitions of the table', async () => {
  await using database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const { from, to } of PAIRS) {
      const { rows } = await client.query<{ allowed: boolean }>('SELECT execution_edge_allowed($1, $2) AS allowed', [
        from,
        to,
      ]);
      expect({ from, to, allowed: rows[0]?.allowed }).toEqual({ from, to, allowed: canBecome(from, to) });
    }
  } finally {
    await client.end();
  }
});

it('three statuses are terminal, and no transition leads out of them or back to queued', () => {
  expect(EXECUTION_STATUSES.filter(isTerminal)).toEqual(['succeeded', 'failed', 'cancelled']);
  expect(EXECUTION_STATUSES.filter((from) => canBecome(from, 'queued'))).toEqual([]);
});
