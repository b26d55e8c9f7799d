/** `farebox tool import openapi`: the manifest of one operation of a document on this machine. */
import { importOpenApi, parseApiText } from '@farebox/manifest';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import { writeImported } from './imported.ts';
import { textFrom } from './manifest-file.ts';

export interface ImportFlags {
  readonly operation: string;
  readonly name: string;
  readonly out?: string;
}

const FILE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Throws CommandError if the document has no such operation, and UsageError if the file exists. */
export async function importOpenApiTool(file: string, flags: ImportFlags, context: Context): Promise<void> {
  const { name, out = `${name}.yaml` } = flags;
  if (!FILE_NAME.test(name)) throw new UsageError('--name must be the name of a tool, such as acme-draw');
  const read = parseApiText(await textFrom(file, context));
  if (!read.ok) throw new CommandError('failed', plain(`${file} ${read.problem}`));
  const imported = importOpenApi(read.document, flags);
  if (!imported.ok) throw new CommandError('failed', plain(`${file}: ${imported.problem}`));
  await writeImported(imported, out, context);
}
