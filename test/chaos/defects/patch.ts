/** Changes a function of the test's own database, or a module of its programs, by replacing text. Missing text is an error. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';

export interface Patch {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export async function patchFunction(sql: pg.Pool, { name, from, to }: Patch): Promise<void> {
  const { rows } = await sql.query<{ text: string }>(
    'SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc AS p WHERE proname = $1',
    [name],
  );
  // A name may have several functions with different arguments.
  const text = rows.find((row) => row.text.includes(from))?.text ?? '';
  const changed = text.replace(from, () => to);
  if (changed === text)
    throw new Error(`the function ${name} has no "${from}": this defect must be put in differently`);
  await sql.query(changed);
}

/** Removes the constraints, so that an account may have any balance. */
export async function dropChecks(sql: pg.Pool, table: string): Promise<void> {
  const { rows } = await sql.query<{ conname: string }>(
    "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
    [table],
  );
  for (const { conname } of rows) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT "${conname}"`);
}

export interface SourcePatch {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const LOADER = pathToFileURL(join(import.meta.dirname, 'patch-source.mjs'));

/** The environment of programs that start with these changes. @param directory folder of the run. */
export function patchedPrograms(patches: readonly SourcePatch[], directory: string): Readonly<Record<string, string>> {
  if (patches.length === 0) return {};
  const list = join(directory, 'patches.json');
  writeFileSync(list, JSON.stringify(patches));
  return { NODE_OPTIONS: `--import=${LOADER.href}`, CHAOS_PATCHES: list };
}

/** Throws if a change has reached no program. */
export function checkPatched(patches: readonly SourcePatch[], logs: string): void {
  const said = globSync('*.log', { cwd: logs }).map((name) => readFileSync(join(logs, name), 'utf8'));
  for (const { file } of patches)
    if (!said.some((text) => text.includes(`chaos: ${file} was changed`)))
      throw new Error(`no program has loaded ${file}: this defect must be put in differently`);
}
