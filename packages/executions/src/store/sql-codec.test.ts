/** PostgreSQL reads exactly the values that were written as an array or as lines. */
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

it('PostgreSQL reads the values of an array unchanged', async () => {
  await using fixture = await openFixture();
  const cases = [VALUES, VALUES.toReversed(), [...VALUES, null, null, 'NULL', null], [null], [''], []];
  for (const values of cases) {
    const [row] = await fixture.database.rows<{ read: unknown }>(
      Prisma.sql`SELECT ${textArray(values)}::text[] AS read`,
    );
    expect(row?.read).toEqual(values);
  }
});

it('PostgreSQL reads the values of JSON lines unchanged, and no value as NULL', async () => {
  await using fixture = await openFixture();
  const values = [{ text: 'a\nb', half: 'whole' }, undefined, [], null, VALUES, 0, false];
  const [row] = await fixture.database.rows<{ read: unknown[] }>(Prisma.sql`
    SELECT ARRAY(SELECT line::json FROM unnest(string_to_array(${jsonLines(values)}, E'\\n', '')) WITH ORDINALITY AS each (line, n) ORDER BY n) AS read`);
  expect(row?.read).toEqual(values.map((value) => value ?? null));
});

it('a lone surrogate is replaced, because no function of PostgreSQL could parse it', async () => {
  await using fixture = await openFixture();
  const read = fixture.database.rows(Prisma.sql`SELECT ${jsonLines([{ broken: 'a\ud800' }])}::jsonb AS read`);
  await expect(read).resolves.toEqual([{ read: { broken: 'a\ufffd' } }]);
});

it('a lone surrogate is replaced in the name of a member too, and nothing else is', async () => {
  await using fixture = await openFixture();
  const values = { 'a\udc00': 1, '😀': 'C:\\udir \\\ud800', kept: ['\\ud800', '\\\\ud800', '"\ud7ff\ue000'] };
  const [row] = await fixture.database.rows<{ read: unknown }>(
    Prisma.sql`SELECT ${jsonLines([values])}::jsonb AS read`,
  );
  expect(row?.read).toEqual({ 'a\ufffd': 1, '😀': 'C:\\udir \\\ufffd', kept: values.kept });
});
