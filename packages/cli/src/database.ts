/** The database of this start: the caller's DATABASE_URL, or an embedded PostgreSQL in the data folder; migrated. */
import { join } from 'node:path';
import { migrate } from '@tollgate/db';
import { startPostgres } from '@tollgate/embedded';
import type { Environment } from './options.ts';

export interface RunningDatabase {
  readonly url: string;
  /** Resolves when an embedded server is gone; never for a server that is not ours. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startDatabase(dataDirectory: string, env: Environment): Promise<RunningDatabase> {
  const database = await serverFor(dataDirectory, env['DATABASE_URL']);
  try {
    await migrate(database.url);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function serverFor(dataDirectory: string, given: string | undefined): Promise<RunningDatabase> {
  if (given) return { url: given, ended: new Promise(() => {}), stop: async () => {} };
  return await startPostgres({ directory: join(dataDirectory, 'postgres') });
}
