/** A temporary folder like `prisma/`, with the migrations of a test. Used by tests only. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PrismaFolder extends Disposable {
  readonly path: string;
  /** Adds a migration, or changes one. */
  readonly write: (name: string, sql: string) => void;
}

export function prismaFolder(migrations: Readonly<Record<string, string>>): PrismaFolder {
  const path = mkdtempSync(join(tmpdir(), 'farebox-migrations-'));
  const write = (name: string, sql: string): void => {
    mkdirSync(join(path, 'migrations', name), { recursive: true });
    writeFileSync(join(path, 'migrations', name, 'migration.sql'), sql);
  };
  mkdirSync(join(path, 'functions'));
  writeFileSync(join(path, 'grants.sql'), 'SELECT 1');
  for (const [name, sql] of Object.entries(migrations)) write(name, sql);
  return { path, write, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
