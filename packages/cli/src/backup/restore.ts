/**
 * `farebox restore` fills a data folder from a backup. It never overwrites data. A folder that is still incomplete
 * carries a marker, so that no system starts on it.
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

/** Resolves with the line to print. If it rejects, the folder is as before. */
export async function restore({ dataDirectory, file }: BackupOptions): Promise<string> {
  const { createdAt } = await manifestOf(file);
  using _lock = lockDirectory(dataDirectory);
  const found = contents(dataDirectory);
  if (found.length > 0 && !found.includes(RESTORING))
    throw new UsageError(`${dataDirectory} already has data (${found[0]}): name another folder with --data-dir`);
  clear(dataDirectory);
  writeFileSync(join(dataDirectory, RESTORING), '', { mode: 0o600 });
  try {
    await extract(file, dataDirectory);
  } catch (error) {
    clear(dataDirectory);
    throw error;
  }
  rmSync(join(dataDirectory, RESTORING));
  return `${dataDirectory} is restored to its state of ${createdAt}: start it with npm start.`;
}

async function manifestOf(file: string): Promise<Manifest> {
  try {
    closeSync(openSync(file, 'r'));
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  // Reads the whole archive first, so that a damaged file is found before anything is written.
  const names = (await tar('-tzf', file)).split('\n');
  if (!names.includes(MANIFEST)) throw new UsageError(`${file} is not a backup of Farebox`);
  const manifest = JSON.parse(await tar('-xzOf', file, MANIFEST)) as Manifest;
  if (manifest.format !== 1) throw new UsageError(`${file} was written by a later version of Farebox`);
  const here = packagedMajor();
  if (manifest.postgresMajor !== here)
    throw new UsageError(
      `${file} contains a PostgreSQL ${manifest.postgresMajor} database, but this version has PostgreSQL ${here}: see docs/backup-and-restore.md`,
    );
  return manifest;
}

async function extract(file: string, dataDirectory: string): Promise<void> {
  // -o: the extracted files belong to the user who restores, not to the user who made the backup.
  await tar('-xzof', file, '-C', dataDirectory, '--exclude', POSTGRES, '--exclude', MANIFEST);
  const server = prepareServerDirectory(join(dataDirectory, POSTGRES));
  await tar('-xzof', file, '-C', server, '--strip-components', '1', POSTGRES);
  adoptServerDirectory(server);
  if (dataMajorOf(server) === null) throw new Error(`${file} contains no database`);
}

const contents = (dataDirectory: string): string[] => readdirSync(dataDirectory).filter((name) => !isPassing(name));

function clear(dataDirectory: string): void {
  const server = join(dataDirectory, POSTGRES);
  // Root's database may be behind a link.
  if (existsSync(server)) rmSync(realpathSync(server), { recursive: true });
  for (const name of contents(dataDirectory)) rmSync(join(dataDirectory, name), { recursive: true, force: true });
}
