/** The check of the database role at an app's start. */
import { PrivilegedRoleError, requireOrdinaryRole } from '@farebox/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';
import { openTestDatabase } from './open-test-database.ts';
import { runSql } from './run-sql.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

async function errorOf(url: string): Promise<string | null> {
  const opened = openTestDatabase({ url, poolMax: 1, applicationName: 'privileges' });
  try {
    await requireOrdinaryRole(opened);
    return null;
  } catch (error) {
    if (!(error instanceof PrivilegedRoleError)) throw error;
    return error.problems.join('\n');
  } finally {
    await opened.close();
  }
}

const WHAT_TO_DO = 'deploy/postgres/roles.sql';

test('the apps’ own role is accepted, and a superuser is refused with the fix', async () => {
  expect(await errorOf(database.appUrl)).toBeNull();
  const errorHere = await errorOf(database.url);
  expect(errorHere).toEqual(expect.stringMatching(/^DATABASE_URL names a superuser: /));
  expect(errorHere).toContain(WHAT_TO_DO);
});

/** Roles belong to the whole server, so their names contain the name of this database. */
test.for([
  ['may become the owner of a table', 'the owner of the tables', 'ALTER TABLE ledger_transfer OWNER TO :role'],
  ['may run programs on the server', 'a role that may run programs', 'GRANT pg_execute_server_program TO :role'],
  [
    'may write files of the server',
    'a role that may run programs or write files',
    'GRANT pg_write_server_files TO :role',
  ],
  ['may become a superuser', 'a superuser', 'ALTER ROLE :role SUPERUSER'],
] as const)('a role that %s is refused', async ([, named, grant]) => {
  await using own = await testDatabase();
  const role = `of_${new URL(own.url).pathname.slice(1)}`;
  const login = `in_${role}`;
  await runSql(
    own.url,
    `CREATE ROLE ${role}`,
    `GRANT CREATE ON SCHEMA public TO ${role}`,
    `CREATE ROLE ${login} LOGIN PASSWORD 'x' IN ROLE farebox_app, ${role}`,
  );
  const loginUrl = Object.assign(new URL(own.url), { username: login, password: 'x' }).href;
  try {
    expect(await errorOf(loginUrl)).toBeNull();
    await runSql(own.url, grant.replace(':role', role));
    expect(await errorOf(loginUrl)).toMatch(new RegExp(`^DATABASE_URL names ${named}`));
  } finally {
    await runSql(
      own.url,
      `REASSIGN OWNED BY ${role} TO CURRENT_USER`,
      `DROP OWNED BY ${role}`,
      `DROP ROLE ${login}, ${role}`,
    );
  }
});
