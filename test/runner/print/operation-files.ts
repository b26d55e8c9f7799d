/** The operations of one engine for which the `operations` folder of its worker has a file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

interface Declared {
  readonly OPERATIONS: Readonly<Record<string, { readonly engine: string }>>;
}

export async function operationFiles(engine: string): Promise<readonly string[]> {
  const { OPERATIONS } = (await import(join(ROOT, 'packages/catalog/src/operations/table.ts'))) as Declared;
  const names = Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]?.engine === engine);
  const folder = join(ROOT, `apps/worker-${engine}/src/operations`);
  return names.filter((name) => existsSync(join(folder, `${name}.ts`))).toSorted();
}
