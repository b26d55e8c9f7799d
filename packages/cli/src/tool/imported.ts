/** Writes imported manifests to new files, and says what is still to be written. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Imported, manifestText } from '@farebox/manifest';
import { readTool } from '@farebox/tools/read';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';

/** Throws UsageError if the file exists or cannot be written. */
export async function writeImported(
  imported: Extract<Imported, { readonly ok: true }>,
  file: string,
  context: Context,
): Promise<void> {
  const path = resolve(context.env['INIT_CWD'] ?? '.', file);
  try {
    await writeFile(path, manifestText(imported.manifest), { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UsageError(`${file} ${exists ? 'exists: write another file by --out' : 'cannot be written'}`);
  }
  context.say(file);
  for (const line of linesOf(imported)) context.tell(plain(line));
  context.tell(`Next: farebox tool lint ${file}`);
}

function linesOf({ manifest, notes }: Extract<Imported, { readonly ok: true }>): readonly string[] {
  const read = readTool(manifest);
  const problems = read.ok ? [] : Object.entries(read.problems).map(([pointer, problem]) => `  ${pointer} ${problem}`);
  return [
    ...(notes.length === 0 ? [] : ['Left out:', ...notes.map((note) => `  ${note}`)]),
    ...(problems.length === 0 ? [] : ['Still to be written:', ...problems]),
  ];
}
