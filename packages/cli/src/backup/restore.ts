/**
 * `farebox restore`: makes a data folder of a backup, where there is none. What was there is never overwritten, and a
 * folder that is not whole yet is marked, so that nothing starts on it.
 */
import { closeSync, existsSync, openSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adoptServerDirectory, dataMajorOf, packagedMajor, prepareServerDirectory } from '@farebox/embedded';
import { lockDirectory } from '../lock.ts';
import type { BackupOptions } from '../options.ts';
import { UsageError } from '../program/exit-codes.ts';
import { isPassing, MANIFEST, type Manifest, RESTORING } from './manifest.ts';
import { tar } from './tar.ts';

const POSTGRES = 'postgres';

/** Resolves with the line to print. Rejects with the folder as it was. */
export async function restore({ dataDirectory, file }: BackupOptions): Promise<string> {
  const { createdAt } = await manifestOf(file);
  using _lock = lockDirectory(dataDirectory);
  const found = contents(dataDirectory);
  if (found.length > 0 && !found.includes(RESTORING))
    throw new UsageError(`${dataDirectory} has data already (${found[0]}): name another folder with --data-dir`);
  clear(dataDirectory);
  writeFileSync(join(dataDirectory, RESTORING), '', { mode: 0o600 });
  try {
    await extract(file, dataDirectory);
  } catch (error) {
    clear(dataDirectory);
    throw error;
  }
  rmSync(join(dataDirectory, RESTORING));
  return `${dataDirectory} is as it was at ${createdAt}: npm start it.`;
}

async function manifestOf(file: string): Promise<Manifest> {
  try {
    closeSync(openSync(file, 'r'));
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  // Read to its end, so that a damaged file is known before anything is written.
  const names = (await tar('-tzf', file)).split('\n');
  if (!names.includes(MANIFEST)) throw new UsageError(`${file} is no backup of Farebox`);
  const manifest = JSON.parse(await tar('-xzOf', file, MANIFEST)) as Manifest;
  if (manifest.format !== 1) throw new UsageError(`${file} is of a later version of Farebox`);
  const here = packagedMajor();
  if (manifest.postgresMajor !== here)
    throw new UsageError(
      `${file} is of PostgreSQL ${manifest.postgresMajor}, and this version brings ${here}: see docs/backup-and-restore.md`,
    );
  return manifest;
}

async function extract(file: string, dataDirectory: string): Promise<void> {
  // -o: to whoever restores, whoever made it.
  await tar('-xzof', file, '-C', dataDirectory, '--exclude', POSTGRES, '--exclude', MANIFEST);
  const server = prepareServerDirectory(join(dataDirectory, POSTGRES));
  await tar('-xzof', file, '-C', server, '--strip-components', '1', POSTGRES);
  adoptServerDirectory(server);
  if (dataMajorOf(server) === null) throw new Error(`${file} holds no database`);
}

const contents = (dataDirectory: string): string[] => readdirSync(dataDirectory).filter((name) => !isPassing(name));

function clear(dataDirectory: string): void {
  const server = join(dataDirectory, POSTGRES);
  // Root's database may lie behind a link.
  if (existsSync(server)) rmSync(realpathSync(server), { recursive: true });
  for (const name of contents(dataDirectory)) rmSync(join(dataDirectory, name), { recursive: true, force: true });
}
