/**
 * Every migration has a form that the migrator can apply: one transaction, or one statement outside a transaction. The migrator refuses other forms
 * by the same code, but only at deployment.
 */
import { join } from 'node:path';
import type { Check } from './check.ts';

interface Files {
  readonly migrationFiles: (prismaFolder: string) => Promise<unknown>;
}

export const migrationForms: Check = {
  name: 'forms of migrations',
  run: async ({ root }) => {
    const { migrationFiles } = (await import(join(root, 'packages/db/src/migrations/files.ts'))) as Files;
    return await migrationFiles(join(root, 'prisma')).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  },
};
