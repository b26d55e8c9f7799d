/**
 * Checks the SQL in TypeScript. Every statement of the product is found in its source and prepared on a migrated
 * database, and its columns are compared with the declared row. A new form of query fails here until it is supported or
 * listed in known.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../database.ts';
import { type Checked, checkStatements } from './check.ts';
import { openServer, type Server } from './columns.ts';
import { NEVER_NULL, UNREADABLE } from './known.ts';
import { type Project, readProject } from './project.ts';

/** Seeded mistakes: title, body of a function that has `database`, `transaction` and `client`, expected finding. */
const MISTAKES: readonly (readonly [string, string, string | RegExp])[] = [
  [
    'a missing column',
    'database.rows<{ nme: string }>(Prisma.sql`SELECT nme FROM project`)',
    /column "nme" does not exist/,
  ],
  ['a missing table', 'transaction.$executeRaw`DELETE FROM projekt WHERE id = ${id}`', /"projekt" does not exist/],
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
    'an undeclared column',
    'database.rows<{ id: string }>(Prisma.sql`SELECT id, name FROM project`)',
    'name is not declared',
  ],
  [
    'an amount as a number',
    'rowsOf<{ amount: number }>(database, Prisma.sql`SELECT amount_micros AS amount FROM ledger_transfer`)',
    'amount is bigint, declared as number',
  ],
  [
    'an amount as a bigint, from pg directly',
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
  ['an undeclared null', 'database.rows<{ at: Date }>(Prisma.sql`SELECT archived_at AS at FROM project`)', /at$/],
  [
    'a null that is declared as undefined',
    'database.rows<{ at?: Date | null }>(Prisma.sql`SELECT archived_at AS at FROM project`)',
    'at is never undefined: say null',
  ],
  ['a row without types', 'client.query("SELECT id FROM project")', 'the row is any: say what it is'],
  [
    'a type that no driver decodes',
    'database.rows<{ it: string }>(Prisma.sql`SELECT point(1, 2) AS it`)',
    /it has the type 600/,
  ],
  [
    'a row where JSON is read',
    'database.json<{ id: string }>(Prisma.sql`SELECT id FROM project`)',
    'answers something else than one column of JSON',
  ],
  [
    'SQL built from strings',
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
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database.drop();
});

test('the migrated schema accepts every statement, and its columns match the declared row', () => {
  expect(checked.problems).toEqual([]);
  expect(checked.nulls.toSorted()).toEqual(Object.keys(NEVER_NULL).toSorted());
});

test('every statement is read from the source, except the listed ones', () => {
  const files = new Set(checked.unknown.map((location) => location.slice(0, location.indexOf(':'))));
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
