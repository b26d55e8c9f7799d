/**
 * `farebox database resolve` marks a migration that was interrupted outside a transaction. It acts as the owner of the
 * tables on the server that the settings name. Without such settings it uses the embedded database, which must not be
 * running.
 */
import { join } from 'node:path';
import { resolutionOf, resolveMigration } from '@farebox/db';
import { startPostgres } from '@farebox/embedded';
import { requireWhole } from './backup/manifest.ts';
import { lockDirectory } from './lock.ts';
import type { DataOptions, Environment } from './options.ts';
import { UsageError } from './program/exit-codes.ts';

export interface ResolveFlags {
  readonly applied?: boolean;
  readonly rolledBack?: boolean;
}

interface Context {
  readonly env: Environment;
  readonly say: (line: string) => void;
}

/** Throws UsageError unless exactly one of the two flags is set, and MigrationError if there is nothing to resolve. */
export async function databaseResolve(
  name: string,
  { dataDirectory, applied = false, rolledBack = false }: DataOptions & ResolveFlags,
  { env, say }: Context,
): Promise<void> {
  const as = resolutionOf({ applied, rolledBack });
  if (as === null) throw new UsageError('pass either --applied or --rolled-back');
  const { FAREBOX_MIGRATION_DATABASE_URL: ownerUrl = env['DATABASE_URL'] } = env;
  const resolve = (url: string): Promise<void> => resolveMigration(url, { name, as }, { say });
  await (ownerUrl ? resolve(ownerUrl) : onEmbedded(dataDirectory, resolve));
  say(`Migration ${name} is marked as ${as}.`);
}

async function onEmbedded(dataDirectory: string, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  using _lock = lockDirectory(dataDirectory);
  requireWhole(dataDirectory);
  const { ownerUrl, stop } = await startPostgres({ directory: join(dataDirectory, 'postgres') });
  try {
    await work(ownerUrl);
  } finally {
    await stop();
  }
}
