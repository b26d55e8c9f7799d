/**
 * `farebox backup`: everything an embedded system is, in one file: database, files, secrets. The system is stopped, so
 * that the file is of one moment; the file appears whole and flushed, or not at all.
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
    throw new UsageError(`${dataDirectory} has no embedded database: nothing to back up there`);
  if (existsSync(file)) throw new UsageError(`${file} is there already: name a new file`);
  using _lock = lockDirectory(dataDirectory);
  requireWhole(dataDirectory);
  // A server that a killed start has left is ended, and the data is as an orderly end leaves it.
  await (await startPostgres({ directory: postgres })).stop();
  const manifest: Manifest = { format: 1, createdAt: new Date().toISOString(), postgresMajor };
  writePrivateJson(join(dataDirectory, MANIFEST), manifest);
  const draft = `${file}.${process.pid}.part`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const names = readdirSync(dataDirectory).filter((name) => !isPassing(name));
    // -h: root's database may lie behind a link. The manifest comes first, where a restore finds it at once.
    await tar('-czhf', draft, '-C', dataDirectory, MANIFEST, ...names);
    flush(draft);
    renameSync(draft, file);
    flush(dirname(file));
  } finally {
    for (const path of [draft, join(dataDirectory, MANIFEST)]) rmSync(path, { force: true });
  }
  return `${file}: ${Math.ceil(statSync(file).size / 2 ** 20)} MB. It holds secrets and customers' files: keep it private.`;
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
