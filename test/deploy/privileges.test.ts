/** No app runs as a superuser or as the owner of the tables, in any mode. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { runSql, startProcess, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const EX_CONFIG = 78;
const PROJECT = ['packages/identity/src/projects/main.ts', '--name', 'First', '--balance-usd', '5'];

let database: TestDatabase;
let directory: string;
let owner: string;
beforeAll(async () => {
  database = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'farebox-privileges-'));
  owner = `owner_of_${new URL(database.url).pathname.slice(1)}`;
  await runSql(
    database.url,
    `CREATE ROLE ${owner} LOGIN PASSWORD 'owner' IN ROLE farebox_app`,
    `GRANT CREATE ON SCHEMA public TO ${owner}`,
    `ALTER TABLE ledger_transfer OWNER TO ${owner}`,
  );
});
afterAll(async () => {
  await runSql(
    database.url,
    `REASSIGN OWNED BY ${owner} TO CURRENT_USER`,
    `DROP OWNED BY ${owner}`,
    `DROP ROLE ${owner}`,
  );
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** Runs until the program exits or the test times out: no test here needs the app to work. */
async function run(databaseUrl: string, command: readonly string[]): Promise<[number | null, string]> {
  const env = {
    DATABASE_URL: databaseUrl,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_KEY_PEPPER: 'p'.repeat(32),
    FAREBOX_URL_SECRET: 's'.repeat(32),
    FAREBOX_PORT: String(await freePort()),
    FAREBOX_METRICS_PORT: '0',
  };
  const program = startProcess({ command: [process.execPath, ...command], cwd: ROOT, env, stderr: 'keep' });
  const working = program.said(/"working"|the gateway listens/).then(() => program.end('SIGKILL'));
  const { code, stdout, stderr } = await Promise.race([program.ended, working.catch(() => program.ended)]);
  return [code, stdout + stderr];
}

const urlOf = (role: string): string =>
  role === 'a superuser'
    ? database.url
    : Object.assign(new URL(database.url), { username: owner, password: 'owner' }).href;

const APPS = ['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'];
const ROLES = ['a superuser', 'the owner of the tables'];

test.for(APPS.flatMap((app) => ROLES.map((role) => [app, role] as const)))(
  '%s refuses to start as %s, says how to mend it, and does not change the database',
  async ([app, role]) => {
    const [code, told] = await run(urlOf(role), [`apps/${app}/src/main.ts`]);
    expect(told).toContain(`DATABASE_URL names ${role}: `);
    expect(told).toContain('deploy/postgres/roles.sql');
    expect(code).toBe(EX_CONFIG);
    expect(await runSql(database.url, `SELECT FROM pg_tables WHERE schemaname = 'bullmq'`)).toEqual([]);
  },
);

test.for(ROLES)('`farebox-project` refuses to run as %s', async (role) => {
  const [code, told] = await run(urlOf(role), PROJECT);
  expect(told).toContain(`DATABASE_URL names ${role}: `);
  expect(code).toBe(EX_CONFIG);
  expect(await runSql(database.url, 'SELECT FROM project')).toEqual([]);
});

test('`farebox start` refuses a server whose superuser it is given', async () => {
  const where = ['--data-dir', join(directory, 'data'), '--port', String(await freePort())];
  const [code, told] = await run(database.url, ['packages/cli/src/main.ts', 'start', ...where]);
  expect(told).toContain('DATABASE_URL names a superuser: ');
  expect(code).not.toBe(0);
  expect(await runSql(database.url, 'SELECT FROM project')).toEqual([]);
});
