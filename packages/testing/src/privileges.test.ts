/** What an app says at its start of the role that it was given. */
import { openDatabase, warnOfPrivileges } from '@tollgate/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';
import { runSql } from './run-sql.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

async function toldOf(url: string): Promise<{ fields: object; message: string }[]> {
  const told: { fields: object; message: string }[] = [];
  const opened = openDatabase({ url, poolMax: 1, applicationName: 'privileges' });
  try {
    await warnOfPrivileges(opened, { warn: (fields, message) => void told.push({ fields, message }) });
  } finally {
    await opened.close();
  }
  return told;
}

test('of the apps’ own role nothing is said; of a superuser and of whoever may become the owner, what to do', async ({
  skip,
}) => {
  // A server of one's own (TOLLGATE_TEST_DATABASE_URL) has one role for everything.
  if (database.appUrl === database.url) return skip('this server has no role for apps');
  expect(await toldOf(database.appUrl)).toEqual([]);
  const message: unknown = expect.stringMatching(/^DATABASE_URL names a superuser: .*deploy\/postgres\/roles\.sql/);
  expect(await toldOf(database.url)).toEqual([{ fields: { superuser: true, owner: true }, message }]);

  const { username, pathname } = new URL(database.appUrl);
  const owner = `owner_of_${pathname.slice(1)}`;
  await runSql(
    database.url,
    `CREATE ROLE ${owner}`,
    `GRANT CREATE ON SCHEMA public TO ${owner}`,
    `ALTER TABLE ledger_transfer OWNER TO ${owner}`,
    `GRANT ${owner} TO ${username}`,
  );
  try {
    expect(await toldOf(database.appUrl)).toMatchObject([
      { fields: { superuser: false, owner: true }, message: expect.stringMatching(/^DATABASE_URL names the owner/) },
    ]);
  } finally {
    await runSql(
      database.url,
      `REASSIGN OWNED BY ${owner} TO CURRENT_USER`,
      `DROP OWNED BY ${owner}`,
      `DROP ROLE ${owner}`,
    );
  }
});
