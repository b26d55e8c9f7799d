/** Reads all settings of all programs from the field tables in their config.ts, the only files that describe them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The properties of a configuration field (packages/kernel) that are read here. */
interface Field {
  readonly variable: string;
  readonly description: string;
  readonly defaultText: string | undefined;
  readonly secret: boolean;
}

export interface Setting extends Field {
  readonly apps: readonly string[];
}

const ROOT = join(import.meta.dirname, '../../..');

/** One entry for each variable, in the order of the apps. Rejects when two apps describe a variable differently. */
export async function settings(): Promise<Setting[]> {
  const found = new Map<string, Setting>();
  for (const { name: app, folder } of programs()) {
    for (const field of await fieldsOf(join(folder, 'src/config.ts'))) {
      const known = found.get(field.variable);
      if (known !== undefined && known.defaultText !== field.defaultText) {
        throw new Error(`${field.variable} has another default in ${app} than in ${known.apps.join(', ')}`);
      }
      found.set(field.variable, { ...(known ?? field), apps: [...(known?.apps ?? []), app] });
    }
  }
  return [...found.values()];
}

/** Every app, the migrator, and the simulator, which is not deployed in production. */
function programs(): { name: string; folder: string }[] {
  const apps = readdirSync(join(ROOT, 'apps')).toSorted();
  return [
    ...apps.map((name) => ({ name, folder: join(ROOT, 'apps', name) })),
    { name: 'migrate', folder: join(ROOT, 'packages/db') },
    { name: 'simulator', folder: join(ROOT, 'packages/simulator') },
  ];
}

/** The fields of every exported `…_FIELDS` table in the file. */
async function fieldsOf(file: string): Promise<Field[]> {
  if (!existsSync(file)) return [];
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const tables = Object.entries(module).filter(([name]) => name.endsWith('_FIELDS'));
  return tables.flatMap(([, table]) => Object.values(table as Record<string, Field>));
}
