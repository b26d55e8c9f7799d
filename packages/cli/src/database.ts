/** Opens and migrates the database of this start: the one of DATABASE_URL, or an embedded PostgreSQL in the data folder. */
import { join } from 'node:path';
import { migrate } from '@farebox/db';
import { startPostgres } from '@farebox/embedded';
import type { Environment } from './options.ts';

export interface RunningDatabase {
  /** URL for the role that the applications use. */
  readonly url: string;
  /** Resolves when an embedded server has ended; never resolves for an external server. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startDatabase(
  dataDirectory: string,
  env: Environment,
  say: (line: string) => void,
): Promise<RunningDatabase> {
  const database = await serverFor(dataDirectory, env);
  try {
    await migrate(database.ownerUrl, { say });
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function serverFor(
  dataDirectory: string,
  { DATABASE_URL: given, FAREBOX_MIGRATION_DATABASE_URL: ownerUrl = given }: Environment,
): Promise<RunningDatabase & { readonly ownerUrl: string }> {
  if (given && ownerUrl) return { url: given, ownerUrl, ended: new Promise(() => {}), stop: async () => {} };
  return await startPostgres({ directory: join(dataDirectory, 'postgres') });
}
