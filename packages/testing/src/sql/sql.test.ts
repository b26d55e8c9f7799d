/**
 * The SQL that stands in TypeScript. Every statement of the product is found in its source, prepared on a migrated database, and its columns are
 * compared with the row that is declared for it. A new form of asking the database fails here until it is read or listed in known.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../database.ts';
import { type Checked, checkStatements } from './check.ts';
import { openServer, type Server } from './columns.ts';
import { NEVER_NULL, UNREADABLE } from './known.ts';
import { type Project, readProject } from './project.ts';

/** Seeded mistakes: title, body of a function that has `database`, `transaction` and `client`, what is found. */
const MISTAKES: readonly (readonly [string, string, string | RegExp])[] = [
  [
    'a column that is not there',
    'database.rows<{ nme: string }>(Prisma.sql`SELECT nme FROM project`)',
    /column "nme" does not exist/,
  ],
  [
    'a table that is not there',
    'transaction.$executeRaw`DELETE FROM projekt WHERE id = ${id}`',
    /"projekt" does not exist/,
  ],
  [
    'a statement that does not parse',
    'database.rows<{ id: string }>(Prisma.sql`SELECT id FORM project`)',
    /syntax error/,
  ],
  [
    'a mistake in one branch of a fragment',
    'database.rows<{ id: string }>(Prisma.sql`SELECT id FROM project ${id === "" ? Prisma.empty : Prisma.sql`WHERE idd = ${id}`}`)',
    /"idd" does not exist/,
  ],
  [
    'a column under another name',
    'database.rows<{ projectId: string }>(Prisma.sql`SELECT id FROM project`)',
    'no column is called projectId',
  ],
  [
    'a column that nobody declared',
    'database.rows<{ id: string }>(Prisma.sql`SELECT id, name FROM project`)',
    'name is not declared',
  ],
  [
    'an amount as a number',
    'rowsOf<{ amount: number }>(database, Prisma.sql`SELECT amount_micros AS amount FROM ledger_transfer`)',
    'amount is bigint, declared as number',
  ],
  [
    'an amount as a bigint, from pg itself',
    'client.query<{ amount: bigint }>("SELECT amount_micros AS amount FROM ledger_transfer")',
    'amount is string, declared as bigint',
  ],
  [
    'a sum as a bigint',
    'database.rows<{ sum: bigint }>(Prisma.sql`SELECT sum(amount_micros) FROM ledger_transfer`)',
    'sum is decimal, declared as bigint',
  ],
  [
    'an instant as text',
    'transaction.$queryRaw<{ at: string }[]>`SELECT created_at AS at FROM project`',
    'at is date, declared as string',
  ],
  [
    'a list of text as a list of numbers',
    'database.rows<{ scopes: number[] }>(Prisma.sql`SELECT scopes FROM api_key`)',
    'scopes is string[], declared as number[]',
  ],
  [
    'a null that is not declared',
    'database.rows<{ at: Date }>(Prisma.sql`SELECT archived_at AS at FROM project`)',
    /at$/,
  ],
  [
    'a null that is declared as undefined',
    'database.rows<{ at?: Date | null }>(Prisma.sql`SELECT archived_at AS at FROM project`)',
    'at is never undefined: say null',
  ],
  ['a row that says nothing', 'client.query("SELECT id FROM project")', 'the row is any: say what it is'],
  [
    'a type that no driver here decodes',
    'database.rows<{ it: string }>(Prisma.sql`SELECT point(1, 2) AS it`)',
    /it has the type 600/,
  ],
  [
    'a row where JSON is read',
    'database.json<{ id: string }>(Prisma.sql`SELECT id FROM project`)',
    'answers something else than one column of JSON',
  ],
  [
    'SQL that is put together',
    'transaction.$queryRawUnsafe(`SELECT ${id} FROM project`)',
    /the body of this function is not seen/,
  ],
  ['SQL that no statement has', 'Prisma.sql`SELECT 1`', 'no statement has this SQL'],
];
const seedPath = (index: number): string => `packages/ledger/src/store/mistake-${index}.ts`;
const seed = (body: string): string => `import { type Database, Prisma, rowsOf, type Transaction } from '@farebox/db';
import type pg from 'pg';
export const seeded = (database: Database, transaction: Transaction, client: pg.Client) => { const id = database.connections().active.toString(); return [${body}, id, rowsOf]; };
`;

let database: TestDatabase;
let server: Server;
let project: Project;
let checked: Checked;
beforeAll(async () => {
  database = await testDatabase();
  server = await openServer(database.url);
  project = readProject(new Map(MISTAKES.map(([, body], index) => [seedPath(index), seed(body)])));
  checked = await checkStatements(project, server);
}, 300_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database.drop();
});

test('every statement is one that the migrated schema takes, and answers the row that is declared', () => {
  expect(checked.problems).toEqual([]);
  expect(checked.nulls.toSorted()).toEqual(Object.keys(NEVER_NULL).toSorted());
});

test('every statement is read from the source, but for those that are listed', () => {
  const files = new Set(checked.unknown.map((place) => place.slice(0, place.indexOf(':'))));
  expect([...files].toSorted()).toEqual(Object.keys(UNREADABLE).toSorted());
  expect(checked.unknown).toHaveLength(10);
  expect(checked.statements).toBeGreaterThan(200);
  expect(checked.texts).toBeGreaterThan(checked.statements);
});

test.for(MISTAKES.map(([title, , found], index) => ({ title, found, index })))(
  '$title is found',
  async ({ found, index }) => {
    const file = project.added[index];
    const { problems, nulls, unknown } = await checkStatements({ checker: project.checker, files: [file!] }, server);
    const said = [...problems, ...nulls, ...unknown];
    expect(said).toContainEqual(
      expect.stringMatching(typeof found === 'string' ? `: ${found.replaceAll(/[[\]]/g, '\\$&')}` : found),
    );
  },
);
