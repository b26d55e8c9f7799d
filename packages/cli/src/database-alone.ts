/**
 * `farebox database` runs only the embedded PostgreSQL, for psql, pg_dump and pg_restore. No application changes the
 * data meanwhile, and the schema is not migrated.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from '@farebox/embedded';
import { requireWhole } from './backup/manifest.ts';
import { lockDirectory } from './lock.ts';
import type { DataOptions } from './options.ts';

interface Context {
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
}

/** Prints the URL alone on a line. Resolves after a stop request, when the server has ended. */
export async function databaseAlone({ dataDirectory }: DataOptions, { say, stop }: Context): Promise<void> {
  using _lock = lockDirectory(dataDirectory);
  requireWhole(dataDirectory);
  const { ownerUrl, ended, stop: end } = await startPostgres({ directory: join(dataDirectory, 'postgres') });
  say(ownerUrl);
  if (!stop.aborted) await Promise.race([once(stop, 'abort'), ended]);
  await end();
}
