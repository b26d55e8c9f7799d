/** Either all peers start or none: if one cannot start, those started before it are stopped. */
import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, startRedis, testDatabase } from '@farebox/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { PEER_NAMES } from '../peers/peer.ts';
import { startPeers } from './peers.ts';

const hasRedis = findProgram('redis-server', 'install the package redis-server.') !== null;

test.skipIf(!hasRedis)('a peer that cannot start stops those that started before it', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'farebox-peers-'));
  await chmod(directory.path, 0o755);
  await using database = await testDatabase();
  const redis = (await startRedis())!;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => redis.stop());
  const sql = new pg.Pool({ connectionString: database.url, max: 1 });
  sql.on('error', () => {}); // `end` does not wait for the server, which may still report that the database is dropped
  stack.defer(() => sql.end());
  const databases = PEER_NAMES.slice(0, 2).map((name) => `peer_${name.replaceAll('-', '_')}`);
  stack.defer(async () => {
    for (const each of databases) await sql.query(`DROP DATABASE IF EXISTS ${each} WITH (FORCE)`);
  });
  await sql.query(`CREATE DATABASE ${databases[1]}`); // the second peer then fails to create its database
  const system = { sql, directory: directory.path, databaseUrl: database.url, redisUrl: redis.url, processes: {} };
  await expect(startPeers(system, 1)).rejects.toThrow('already exists');
  const connected = async (): Promise<number> => {
    const question = 'SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = $1';
    return (await sql.query<{ count: number }>(question, [databases[0]])).rows[0]!.count;
  };
  await expect.poll(connected, { timeout: 30_000 }).toBe(0);
});
