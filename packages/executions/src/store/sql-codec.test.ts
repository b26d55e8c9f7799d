/** What is written as an array must be read by PostgreSQL as the same values, whatever they are. */
import { Prisma } from '@tollgate/db';
import { expect, it } from 'vitest';
import { openFixture } from '../testing/fixture.ts';
import { textArray } from './text-array.ts';

// prettier-ignore
const VALUES = [
  'exe_01m7zncjgqea8nzdxz658vh6mz', 'exe_01m7zncjgqea8nzdxz658vh6mz', '2026-11-22', 'a.b:c+d', '-1',
  'null', 'NULL', 'Null', 'nullable', '', ' ', ' a ', 'two words', 'a,b', '{', '}', '{}', '{a}', '"', '\\', '\\"', '""',
  '"a"', 'line\nbreak', 'tab\t', 'é', '日本', '😀', "'", "');", '[1:2]', '{"json":["\\"",null]}', '"', '"',
];

it('is read as the same values', async () => {
  await using fixture = await openFixture();
  const cases = [VALUES, VALUES.toReversed(), [...VALUES, null, null, 'NULL', null], [null], [''], []];
  for (const values of cases) {
    const [row] = await fixture.database.rows<{ read: unknown }>(
      Prisma.sql`SELECT ${textArray(values)}::text[] AS read`,
    );
    expect(row?.read).toEqual(values);
  }
});
