/** Generates the Prisma client of the peers if it is missing or older than its schema. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '@farebox/testing';

const HERE = import.meta.dirname;

export async function generateClient(): Promise<void> {
  const [made, schema] = ['generated/client.ts', 'schema.prisma'].map((path) =>
    statSync(join(HERE, path), { throwIfNoEntry: false }),
  );
  if (made !== undefined && made.mtimeMs > schema!.mtimeMs) return;
  const prisma = join(HERE, '../node_modules/.bin/prisma');
  // Prisma would download an engine that this generator does not use; any executable satisfies it.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', ...process.env };
  await runProcess({ command: [prisma, 'generate', '--schema', join(HERE, 'schema.prisma')], cwd: HERE, env });
}
