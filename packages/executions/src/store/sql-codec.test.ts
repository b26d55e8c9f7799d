/** PostgreSQL reads the same values that were written as an array or as lines, whatever they are. */
import { Prisma } from '@farebox/db';
import { expect, it } from 'vitest';
import { openFixture } from '../testing/fixture.ts';
import { jsonLines, textArray } from './sql-codec.ts';

// prettier-ignore
const VALUES = [
  'exe_01m7zncjgqea8nzdxz658vh6mz', 'exe_01m7zncjgqea8nzdxz658vh6mz', '2026-11-22', 'a.b:c+d', '-1',
  'null', 'NULL', 'Null', 'nullable', '', ' ', ' a ', 'two words', 'a,b', '{', '}', '{}', '{a}', '"', '\\', '\\"', '""',
  '"a"', 'line\nbreak', 'tab\t', 'é', '日本', '😀', "'", "');", '[1:2]', '{"json":["\\"",null]}', '"', '"',
];

it('an array is read as the same values', async () => {
  await using fixture = await openFixture();
  const cases = [VALUES, VALUES.toReversed(), [...VALUES, null, null, 'NULL', null], [null], [''], []];
  for (const values of cases) {
    const [row] = await fixture.database.rows<{ read: unknown }>(
      Prisma.sql`SELECT ${textArray(values)}::text[] AS read`,
    );
    expect(row?.read).toEqual(values);
  }
});

it('lines of JSON are read as the same values, and no value as none', async () => {
  await using fixture = await openFixture();
  const values = [{ text: 'a\nb', half: 'whole' }, undefined, [], null, VALUES, 0, false];
  const [row] = await fixture.database.rows<{ read: unknown[] }>(Prisma.sql`
    SELECT ARRAY(SELECT line::json FROM unnest(string_to_array(${jsonLines(values)}, E'\\n', '')) WITH ORDINALITY AS each (line, n) ORDER BY n) AS read`);
  expect(row?.read).toEqual(values.map((value) => value ?? null));
});

it('half of a pair of surrogates is replaced, which no function of PostgreSQL could take apart', async () => {
  await using fixture = await openFixture();
  const [row] = await fixture.database.rows<{ read: unknown }>(
    Prisma.sql`SELECT ${jsonLines([{ broken: 'a\ud800' }])}::jsonb AS read`,
  );
  expect(row?.read).toEqual({ broken: 'a\ufffd' });
});
