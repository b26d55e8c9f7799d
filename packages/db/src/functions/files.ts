/**
 * Reads prisma/functions: one file per function, `<domain>/<name>.sql`, with its triggers or its view. The order of the
 * files does not matter. A contract release drops functions in `retired.sql` once no release calls them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PRISMA_FOLDER } from '../migrations/files.ts';

/** File in Prisma's folder with one line for each committed state, newest last. */
const STATES = 'functions.sha256';
const RETIRED = 'retired.sql';
/** Functions that column defaults call. They name no table, and must exist before the first migration. */
const DEFAULTS = 'defaults/';

export type StatementKind = 'function' | 'view' | 'trigger';

export interface Statement {
  readonly kind: StatementKind;
  /** Name of the function or view; for a trigger, `<table>.<name>`. */
  readonly name: string;
  readonly sql: string;
}

export interface SourceFile {
  /** Path relative to prisma/functions. */
  readonly path: string;
  readonly statements: readonly Statement[];
}

export interface Functions {
  readonly files: readonly SourceFile[];
  /** Files of functions that column defaults call. */
  readonly defaults: readonly SourceFile[];
  /** SQL that drops retired functions; empty if nothing is retired. */
  readonly retired: string;
  /** Checksum of all files and their names, hexadecimal. */
  readonly checksum: string;
  /** The number of committed states, which grows with every committed change of the functions. */
  readonly sequence: number;
}

/** Rejects if a file contains anything but a comment, its function, views and triggers. */
export async function readFunctions(prismaFolder = PRISMA_FOLDER): Promise<Functions> {
  const folder = join(prismaFolder, 'functions');
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.filter((path) => path.endsWith('.sql')).toSorted();
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
  );
  const files = texts.filter(([path]) => path !== RETIRED).map(([path, text]) => sourceFile(path, text));
  return {
    files,
    defaults: files.filter(({ path }) => path.startsWith(DEFAULTS)),
    retired: texts.find(([path]) => path === RETIRED)?.[1] ?? '',
    checksum: checksumOf(texts),
    sequence: committedStates(prismaFolder).length,
  };
}

/** Checksums of all committed states, oldest first. */
export function committedStates(prismaFolder = PRISMA_FOLDER): readonly string[] {
  const list = join(prismaFolder, STATES);
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
}

function checksumOf(texts: readonly (readonly [string, string])[]): string {
  const hash = createHash('sha256');
  for (const [path, text] of texts) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}

/** Statements start with CREATE at the beginning of a line; no line of a body does. */
export function sourceFile(path: string, text: string): SourceFile {
  const [header = '', ...parts] = text.split(/^(?=CREATE )/m);
  if (!/^(--.*\n)+$/.test(header)) throw new Error(`prisma/functions/${path} does not begin with a comment`);
  const statements = parts.map((sql) => statementOf(path, sql));
  const named = statements.filter(({ kind }) => kind !== 'trigger').map(({ name }) => name);
  const name = basename(path, '.sql');
  if (named.length === 0 || named.some((each) => each !== name))
    throw new Error(`prisma/functions/${path} contains ${named.join(', ') || 'nothing'}, but is named after ${name}`);
  return { path, statements };
}

const PATTERNS: Readonly<Record<StatementKind, RegExp>> = {
  function: /^CREATE OR REPLACE FUNCTION (?<name>\w+)\(/,
  view: /^CREATE OR REPLACE VIEW (?<name>\w+) /,
  trigger: /^CREATE (?:OR REPLACE|CONSTRAINT) TRIGGER (?<name>\w+)\s[^;]*?\bON (?<table>\w+)\b/,
};

function statementOf(path: string, sql: string): Statement {
  for (const kind of ['function', 'view', 'trigger'] as const) {
    const { name, table } = PATTERNS[kind].exec(sql)?.groups ?? {};
    if (name !== undefined) return { kind, name: table === undefined ? name : `${table}.${name}`, sql };
  }
  throw new Error(
    `prisma/functions/${path}: neither CREATE OR REPLACE FUNCTION, VIEW nor a trigger: ${sql.slice(0, 60)}`,
  );
}
