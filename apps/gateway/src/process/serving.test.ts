/** Readiness means that a gateway can serve: schema, rights and writes of its database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { runSql, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGatewayConfig } from '../config.ts';
import { environmentFor } from '../testing/gateway.fixture.ts';
import { startGateway } from './gateway.ts';

const POLL = { timeout: 30_000, interval: 250 };
const READY = [200, undefined];
const NOT_MIGRATED = [503, 'its schema is older than this version'];
const MAY_NOT_WRITE = [503, 'its role may not write'];
const NO_WRITES = [503, 'accepts no writes'];

let server: TestDatabase;
beforeEach(async () => {
  server = await testDatabase();
});
afterEach(() => server.drop());

async function started(databaseUrl: string) {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-gateway-'));
  const telemetry = { logger: createLogger({ app: 'gateway', level: 'silent' }), metrics: createMetrics('gateway') };
  const environment = { ...(await environmentFor(databaseUrl, directory)), FAREBOX_LAME_DUCK_SECONDS: '0' };
  const gateway = await startGateway(readGatewayConfig(environment), telemetry);
  return {
    /** Status, and its reason about the database. */
    ready: async () => {
      const response = await fetch(`${gateway.url}/readyz`);
      const { error } = (await response.json()) as { error?: { details?: { database?: string } } };
      return [response.status, error?.details?.database];
    },
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await rm(directory, { recursive: true });
    },
  };
}

const owner = (...statements: string[]) => runSql(server.url, ...statements);

test('a gateway is not ready on an empty database, and ready once that is migrated', async () => {
  const { username, password, host } = new URL(server.appUrl);
  const empty = `${new URL(server.url).pathname.slice(1)}_empty`;
  await owner(`CREATE DATABASE "${empty}"`);
  try {
    await using gateway = await started(`postgres://${username}:${password}@${host}/${empty}`);
    await expect.poll(gateway.ready, POLL).toEqual(NOT_MIGRATED);
  } finally {
    await owner(`DROP DATABASE "${empty}" WITH (FORCE)`);
  }
});

test('a gateway is not ready while a migration of its version is missing or unfinished, or its functions are older', async () => {
  await using gateway = await started(server.appUrl);
  await expect.poll(gateway.ready, POLL).toEqual(READY);
  const last = 'WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)';
  await owner(`UPDATE _prisma_migrations SET finished_at = NULL ${last}`);
  await expect.poll(gateway.ready, POLL).toEqual(NOT_MIGRATED);
  await owner(`UPDATE _prisma_migrations SET finished_at = now() ${last}`);
  await expect.poll(gateway.ready, POLL).toEqual(READY);
  await owner('UPDATE _schema_functions SET sequence = sequence - 1');
  await expect.poll(gateway.ready, POLL).toEqual(NOT_MIGRATED);
});

test('a newer schema serves, so an upgrade that migrates first makes no gateway unready', async () => {
  await using gateway = await started(server.appUrl);
  await owner(
    'UPDATE _schema_functions SET sequence = sequence + 1',
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', 'x', '99999999999999_later', now())`,
  );
  await expect.poll(gateway.ready, POLL).toEqual(READY);
});

test('a gateway is not ready under a role that may only read', async () => {
  await using gateway = await started(server.appUrl);
  const role = `reader_${new URL(server.url).pathname.slice(1)}`;
  await owner(
    `CREATE ROLE "${role}" LOGIN PASSWORD 'of-a-test' IN ROLE pg_read_all_data`,
    `GRANT CONNECT, TEMPORARY ON DATABASE "${new URL(server.url).pathname.slice(1)}" TO "${role}"`,
  );
  try {
    const url = new URL(server.appUrl);
    Object.assign(url, { username: role, password: 'of-a-test' });
    await using reader = await started(url.href);
    await expect.poll(reader.ready, POLL).toEqual(MAY_NOT_WRITE);
    await expect.poll(gateway.ready, POLL).toEqual(READY);
  } finally {
    await owner(`DROP OWNED BY "${role}"`, `DROP ROLE "${role}"`);
  }
});

test('a gateway is not ready on a database that is read-only, and ready again afterwards', async () => {
  await using gateway = await started(server.appUrl);
  await expect.poll(gateway.ready, POLL).toEqual(READY);
  const name = new URL(server.url).pathname.slice(1);
  const renewed = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;
  await owner(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`, renewed);
  await expect.poll(gateway.ready, POLL).toEqual(NO_WRITES);
  await owner(
    'SET default_transaction_read_only = off',
    `ALTER DATABASE "${name}" RESET default_transaction_read_only`,
    renewed,
  );
  await expect.poll(gateway.ready, POLL).toEqual(READY);
});
