/**
 * Reads the migrations of a folder. Refuses a migration that could not be applied completely, before anything is
 * applied.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './error.ts';
import { statementsOf } from './statements.ts';

/** The folder with `migrations` and `grants.sql`. */
export const PRISMA_FOLDER = fileURLToPath(new URL('../../../../prisma/', import.meta.url));

/** First line of a file with a single statement that PostgreSQL only runs outside a transaction. */
const OUTSIDE = '-- farebox: no transaction';
const CONCURRENT_INDEX = /^(?:CREATE\s+(?:UNIQUE\s+)?INDEX|DROP\s+INDEX|REINDEX)\b.*?\bCONCURRENTLY\b/is;
const TRANSACTION_CONTROL = /^(?:BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK|ABORT|END)\b/i;

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Whether the migration and its history row are one transaction. */
  readonly isTransaction: boolean;
}

/** All migrations, oldest first. Throws MigrationError that names every file in an invalid form. */
export async function migrationFiles(prismaFolder = PRISMA_FOLDER): Promise<readonly MigrationFile[]> {
  const folder = join(prismaFolder, 'migrations');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = await Promise.all(names.sort().map((name) => readMigration(folder, name)));
  const problems = files.flatMap((file) => problemOf(file) ?? []);
  if (problems.length > 0) throw new MigrationError(problems.join('\n'));
  return files;
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { name, sql, checksum, isTransaction: sql.split('\n', 1)[0] !== OUTSIDE };
}

function problemOf({ name, sql, isTransaction }: MigrationFile): string | null {
  const statements = statementsOf(sql);
  if (!isTransaction && statements.length !== 1)
    return `migration ${name} has ${statements.length} statements: a file that starts with "${OUTSIDE}" must have exactly one`;
  if (isTransaction && statements.some((each) => CONCURRENT_INDEX.test(each)))
    return `migration ${name} uses CONCURRENTLY: move that statement into a separate file that starts with "${OUTSIDE}"`;
  if (isTransaction && statements.some((each) => TRANSACTION_CONTROL.test(each)))
    return `migration ${name} starts or ends a transaction: the migrator does that`;
  return null;
}
