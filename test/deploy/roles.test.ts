/** deploy/postgres/roles.sql and prisma/grants.sql on a server that has none of these roles. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate } from '@farebox/db';
import { startTestPostgres } from '@farebox/embedded';
import { runSql } from '@farebox/testing';
import { expect, test } from 'vitest';

const ROLES = resolve(import.meta.dirname, '../../deploy/postgres/roles.sql');
const PSQL = ['/usr/lib/postgresql/15/bin/psql', '/usr/bin/psql'].find((path) => existsSync(path));
/** The queries of Grafana's business dashboard. */
const BUSINESS = (
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../deploy/grafana/dashboards/business.json'), 'utf8')) as {
    panels: { targets: { rawSql: string }[] }[];
  }
).panels.flatMap(({ targets }) => targets.map(({ rawSql }) => rawSql));
const PASSWORDS = { POSTGRES_OWNER_PASSWORD: 'own', POSTGRES_APP_PASSWORD: 'app', POSTGRES_READ_PASSWORD: 'read' };

test('three roles, none a superuser: one migrates, one runs the apps, one reads everything except secrets, such as the business dashboard', async ({
  skip,
}) => {
  if (PSQL === undefined) return skip('psql is not installed');
  const directory = mkdtempSync(join(tmpdir(), 'farebox-roles-'));
  const server = await startTestPostgres({ directory: join(directory, 'pg') });
  const urlOf = (user: string, password: string, database = 'farebox'): string => {
    const url = new URL(server.url);
    Object.assign(url, { username: user, password, pathname: `/${database}` });
    return url.href;
  };
  try {
    await runSql(
      new URL('/postgres', server.url).href,
      'DROP DATABASE farebox',
      'DROP ROLE farebox_owner, farebox_app',
    );
    const run = (): Buffer =>
      execFileSync(PSQL, [new URL('/postgres', server.url).href, '--no-psqlrc', '--file', ROLES], {
        env: { ...process.env, ...PASSWORDS },
        stdio: 'pipe',
      });
    run();
    run(); // a second run changes only passwords
    const [owner, app, reader] = [
      urlOf('farebox_owner', 'own'),
      urlOf('farebox_app', 'app'),
      urlOf('farebox_read', 'read'),
    ];
    const { applied, functions } = await migrate(owner);
    expect([applied[0], functions]).toEqual([expect.stringMatching(/_baseline$/), 'applied']);
    expect((await migrate(owner)).applied).toEqual([]);
    for (const url of [owner, app, reader]) {
      const self = 'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user';
      expect(await runSql(url, self)).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
      await expect(runSql(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({ code: '42501' });
    }
    await runSql(app, `INSERT INTO organization (id, name) VALUES ('org_a', 'A')`);
    await expect(runSql(app, 'DELETE FROM organization')).rejects.toMatchObject({ code: '42501' });
    await expect(runSql(app, 'ALTER TABLE execution DISABLE TRIGGER ALL')).rejects.toMatchObject({ code: '42501' });
    expect(await runSql(reader, 'SELECT name FROM organization')).toEqual([{ name: 'A' }]);
    await runSql(reader, 'SELECT id, public_id FROM api_key', 'SELECT count(*) FROM pg_stat_activity');
    await runSql(reader, 'SELECT id, last_asked_at FROM runner_key', 'SELECT token, state FROM runner_run');
    for (const secret of [
      'secret_hmac FROM api_key',
      'secret_hmac FROM runner_key',
      'start FROM runner_run',
      'lease FROM runner_run',
    ])
      await expect(runSql(reader, `SELECT ${secret}`), secret).rejects.toMatchObject({ code: '42501' });
    expect(BUSINESS.length).toBeGreaterThan(5);
    for (const rawSql of BUSINESS) expect(await runSql(reader, rawSql)).toBeInstanceOf(Array);
    for (const column of ['secret', 'previous_secret'])
      await expect(runSql(reader, `SELECT ${column} FROM webhook_endpoint`)).rejects.toMatchObject({ code: '42501' });
    await expect(
      runSql(reader, 'SET default_transaction_read_only = off', `UPDATE organization SET name = 'B'`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(runSql(urlOf('farebox_app', 'app', 'postgres'), 'CREATE TABLE mine ()')).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
