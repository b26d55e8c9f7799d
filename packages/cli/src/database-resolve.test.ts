import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@farebox/db';
import { startPostgres } from '@farebox/embedded';
import { runSql, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { run } from './program/run.ts';
import { recordingContext } from './testing/recording-context.ts';

/** Leaves a statement outside a transaction as if its migrator had died. Returns the name of the migration. */
async function interrupted(ownerUrl: string): Promise<string> {
  const [row] = await runSql<{ name: string }>(
    ownerUrl,
    `UPDATE _prisma_migrations SET finished_at = NULL
     WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name`,
  );
  return row!.name;
}

test('an interrupted migration is resolved on the server that the settings name', async () => {
  await using database = await testDatabase();
  const name = await interrupted(database.url);
  const context = recordingContext({ env: { DATABASE_URL: 'x', FAREBOX_MIGRATION_DATABASE_URL: database.url } });
  expect(await run(['database', 'resolve', name], context)).toBe(2);
  expect(await run(['database', 'resolve', name, '--applied', '--rolled-back'], context)).toBe(2);
  expect(await run(['database', 'resolve', name, '--applied'], context)).toBe(0);
  expect(context.said).toEqual([`Migration ${name} is marked as applied.`]);
  expect(await run(['database', 'resolve', name, '--applied'], context)).toBe(1);
  expect(context.told.at(-1)).toBe(`farebox: migration ${name} is applied: there is nothing to resolve`);
  expect(await migrate(database.url)).toMatchObject({ applied: [] });
});

test('without settings, the migration is resolved on the embedded database of the data folder', async () => {
  const data = mkdtempSync(join(tmpdir(), 'farebox-resolve-'));
  chmodSync(data, 0o755);
  const embedded = async <T>(work: (ownerUrl: string) => Promise<T>): Promise<T> => {
    const { ownerUrl, stop } = await startPostgres({ directory: join(data, 'postgres') });
    try {
      return await work(ownerUrl);
    } finally {
      await stop();
    }
  };
  try {
    const name = await embedded(async (ownerUrl) => {
      await migrate(ownerUrl);
      return await interrupted(ownerUrl);
    });
    const context = recordingContext();
    expect(await run(['database', 'resolve', name, '--applied', '--data-dir', data], context)).toBe(0);
    expect(await embedded(migrate)).toMatchObject({ applied: [] });
  } finally {
    rmSync(data, { recursive: true });
  }
});
