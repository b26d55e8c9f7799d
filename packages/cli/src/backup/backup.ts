/**
 * `farebox backup` writes the embedded database, files and secrets into one file. The system must be stopped, so that
 * the content is consistent. The file appears complete and flushed to disk, or not at all.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataMajorOf, startPostgres } from '@farebox/embedded';
import { lockDirectory } from '../lock.ts';
import type { BackupOptions } from '../options.ts';
import { UsageError } from '../program/exit-codes.ts';
import { writePrivateJson } from '../private-file.ts';
import { isPassing, MANIFEST, type Manifest, requireWhole } from './manifest.ts';
import { tar } from './tar.ts';

/** Resolves with the line to print. Throws LockedError while the system runs. */
export async function backup({ dataDirectory, file }: BackupOptions): Promise<string> {
  const postgres = join(dataDirectory, 'postgres');
  const postgresMajor = dataMajorOf(postgres);
  if (postgresMajor === null)
    throw new UsageError(`${dataDirectory} has no embedded database, so there is nothing to back up`);
  if (existsSync(file)) throw new UsageError(`${file} already exists: name a new file`);
  using _lock = lockDirectory(dataDirectory);
  requireWhole(dataDirectory);
  // Ends a server that a killed start left running, so that the data is in the state of an orderly shutdown.
  await (await startPostgres({ directory: postgres })).stop();
  const manifest: Manifest = { format: 1, createdAt: new Date().toISOString(), postgresMajor };
  writePrivateJson(join(dataDirectory, MANIFEST), manifest);
  const draft = `${file}.${process.pid}.part`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const names = readdirSync(dataDirectory).filter((name) => !isPassing(name));
    // -h follows links: root's database may be behind one. The manifest comes first in the archive, so that a restore
    // finds it at once.
    await tar('-czhf', draft, '-C', dataDirectory, MANIFEST, ...names);
    flush(draft);
    renameSync(draft, file);
    flush(dirname(file));
  } finally {
    for (const path of [draft, join(dataDirectory, MANIFEST)]) rmSync(path, { force: true });
  }
  return `${file}: ${Math.ceil(statSync(file).size / 2 ** 20)} MB. It contains secrets and customer files: keep it private.`;
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
