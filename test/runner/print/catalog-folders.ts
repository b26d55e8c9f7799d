/** Reads the tool folders of packages/catalog as text, because the lists that the code starts from are generated from them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = join(import.meta.dirname, '../../../packages/catalog/src/tools');

export interface ToolFolder {
  /** Name of the tool. */
  readonly folder: string;
  /** The operation that the folder declares, for example `predictImage`. Null: its plan uses the operation of another tool. */
  readonly operation: string | null;
}

export function toolFolders(): readonly ToolFolder[] {
  const entries = readdirSync(TOOLS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = entries.map(({ name }) => name).filter((name) => existsSync(join(TOOLS, name, 'definition.ts')));
  return folders.toSorted().map((folder) => ({ folder, operation: operationOf(folder) }));
}

const DECLARED = /^export const (\w+) = (?:operation|paidOperation)\(/gm;

function operationOf(folder: string): string | null {
  const path = join(TOOLS, folder, 'operation.ts');
  if (!existsSync(path)) return null;
  const declared = Array.from(readFileSync(path, 'utf8').matchAll(DECLARED), ([, name]) => name as string);
  const [first] = declared;
  if (first === undefined || declared.length > 1)
    throw new Error(`${path} must have one line "export const theOperation = operation({" or paidOperation({`);
  return first;
}

export const camelOf = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
export const kebabOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A property of an object literal in its shortest form. */
export const property = (name: string, value: string): string =>
  name === value ? `  ${name},` : `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${value},`;
