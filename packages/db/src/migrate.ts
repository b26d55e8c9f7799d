/**
 * Applies prisma/migrations with pg alone, under Prisma's advisory lock. Keeps `_prisma_migrations` as
 * `prisma migrate deploy` would, so that both agree. Needs no Prisma engine. Any number of processes may call it at
 * once.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyFunctions, type FunctionsResult, makeDefaultFunctions } from './functions/apply.ts';
import { readFunctions } from './functions/files.ts';
import { applyOne, isRepeatable } from './migrations/apply.ts';
import { connectOrCreate } from './migrations/connect.ts';
import { MigrationError } from './migrations/error.ts';
import { type MigrationFile, migrationFiles, PRISMA_FOLDER } from './migrations/files.ts';
import { type HistoryRow, openHistory } from './migrations/history.ts';
import { takeTurn, type TurnOptions } from './migrations/turn.ts';

export interface MigrateOptions extends TurnOptions {
  /** Contains `migrations`, `functions`, `functions.sha256` and `grants.sql`; default: the repository's folder. */
  readonly prismaFolder?: string;
}

export interface MigrateResult {
  /** Names of the migrations that this run applied, oldest first. */
  readonly applied: readonly string[];
  readonly functions: FunctionsResult;
}

/** Migrates the database, and creates it if missing. Throws MigrationError if its history differs from the files. */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<MigrateResult> {
  const { prismaFolder = PRISMA_FOLDER } = options;
  const [files, functions] = [await migrationFiles(prismaFolder), await readFunctions(prismaFolder)];
  const client = await connectOrCreate(databaseUrl);
  try {
    await takeTurn(client, options);
    const history = await openHistory(client);
    requireOurs(history, files);
    requireNoneInterrupted(history, files);
    await makeDefaultFunctions(client, functions);
    const applied: string[] = [];
    for (const file of files) {
      if (await applyOne(client, file, history.get(file.name))) applied.push(file.name);
    }
    const result = await applyFunctions(client, functions);
    // The privileges of each role, granted again after every run because a migration may have created objects.
    await client.query(await readFile(join(prismaFolder, 'grants.sql'), 'utf8'));
    return { applied, functions: result };
  } finally {
    await client.end();
  }
}

/** Versions before 0.3.0 had other migrations; their tables would make our first migration fail (decision 0486). */
function requireOurs(history: ReadonlyMap<string, HistoryRow>, files: readonly MigrationFile[]): void {
  const names = files.map(({ name }) => name);
  const [first = ''] = names;
  const [foreign] = [...history.keys()].filter((name) => !names.includes(name)).sort();
  if (foreign === undefined || history.has(first)) return;
  throw new MigrationError(
    `this database was made by a version before 0.3.0, which is not migrated: it has the migration ${foreign} and not ${first}. ` +
      'Start with an empty database, or with an empty data folder (docs/operating.md)',
  );
}

/**
 * A failed transaction leaves no row. So an unfinished row belongs to a statement outside a transaction, or to an older
 * version.
 */
function requireNoneInterrupted(history: ReadonlyMap<string, HistoryRow>, files: readonly MigrationFile[]): void {
  const repeatable = new Set(files.filter(isRepeatable).map(({ name }) => name));
  const [name] = [...history.values()].flatMap((row) => (row.isFinished || repeatable.has(row.name) ? [] : [row.name]));
  if (name === undefined) return;
  throw new MigrationError(
    `migration ${name} was interrupted, and the database cannot know whether it was applied: check its logs in ` +
      `_prisma_migrations and its objects, then run \`farebox database resolve ${name} --applied\` or \`--rolled-back\` ` +
      '(docs/operating.md)',
  );
}
