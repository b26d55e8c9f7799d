import pg from 'pg';
import { expect, test } from 'vitest';
import { startTemplateServer, testDatabase } from './index.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a test database is migrated', async () => {
  await using database = await testDatabase();
  const [row] = await query(
    database.url,
    'SELECT count(*)::int AS applied FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  );
  expect(row).toHaveProperty('applied');
});

test('the writes of one suite are invisible to every other suite', async () => {
  await using first = await testDatabase();
  await using second = await testDatabase();
  await query(first.url, 'CREATE TABLE only_here (id int)');
  await expect(query(second.url, 'SELECT * FROM only_here')).rejects.toThrow('does not exist');
});

test('a dropped database is gone, even with open connections', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  await client.end();
});

test('a server that several runs share keeps its template and nothing of an earlier run', async () => {
  await using server = await startTemplateServer(process.env);
  const clone = async (): Promise<string> => {
    const response = await fetch(server.address, { method: 'POST' });
    return ((await response.json()) as { readonly url: string }).url;
  };
  const before = await clone();
  await server.clear();
  await expect(query(before, 'SELECT 1')).rejects.toThrow('does not exist');
  expect(await query(await clone(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
