/** Reads the migrations of a folder and refuses one that could not be applied whole, before anything is applied. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './error.ts';
import { statementsOf } from './statements.ts';

/** The folder that has `migrations` and `grants.sql`. */
export const PRISMA_FOLDER = fileURLToPath(new URL('../../../../prisma/', import.meta.url));

/** First line of a file whose one statement PostgreSQL runs outside a transaction only. */
const OUTSIDE = '-- farebox: no transaction';
const CONCURRENT_INDEX = /^(?:CREATE\s+(?:UNIQUE\s+)?INDEX|DROP\s+INDEX|REINDEX)\b.*?\bCONCURRENTLY\b/is;
const TRANSACTION_CONTROL = /^(?:BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK|ABORT|END)\b/i;

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Whether all of it, its row of the history included, is one transaction. */
  readonly isTransaction: boolean;
}

/** All there are, oldest first. Throws MigrationError that names every file in a form that cannot be applied. */
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
    return `migration ${name} has ${statements.length} statements: a file that begins with "${OUTSIDE}" has exactly one`;
  if (isTransaction && statements.some((each) => CONCURRENT_INDEX.test(each)))
    return `migration ${name} uses CONCURRENTLY: put that statement into a file of its own that begins with "${OUTSIDE}"`;
  if (isTransaction && statements.some((each) => TRANSACTION_CONTROL.test(each)))
    return `migration ${name} begins or ends a transaction: the migrator does that`;
  return null;
}
