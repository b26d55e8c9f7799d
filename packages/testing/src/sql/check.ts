/**
 * Prepares every possible text of every statement on a migrated database, and compares the described columns with the
 * declared row.
 */
import type { Server } from './columns.ts';
import type { Project } from './project.ts';
import { deliveredBy } from './delivered.ts';
import { differences } from './row.ts';
import { findStatements, type Statement } from './statements.ts';

export interface Checked {
  /** Statements that were found and prepared. */
  readonly statements: number;
  readonly texts: number;
  /** Problems as `path:line: problem`, each once. */
  readonly problems: readonly string[];
  /** Columns as `path: column` that are nullable in their table but whose row declares them as never null. */
  readonly nulls: readonly string[];
  /** Unread statements as `path:line: reason`. */
  readonly unknown: readonly string[];
}

export async function checkStatements(project: Pick<Project, 'checker' | 'files'>, server: Server): Promise<Checked> {
  const { statements, unknown, unused } = findStatements(project);
  const problems = new Set(unused.map((location) => `${location}: no statement has this SQL`));
  let texts = 0;
  for (const statement of statements) {
    for (const text of statement.texts) {
      for (const problem of await problemsOf(project.checker, server, { ...statement, text })) problems.add(problem);
      texts++;
    }
  }
  const isNull = /^(?<path>[^:]+):\d+: (?<column>\w+) may be null/;
  const nulls = [...problems].flatMap((problem) => {
    const { path, column } = isNull.exec(problem)?.groups ?? {};
    return path === undefined ? [] : [`${path}: ${column}`];
  });
  return {
    statements: statements.length,
    texts,
    problems: [...problems].filter((problem) => !isNull.test(problem)),
    nulls: [...new Set(nulls)],
    unknown,
  };
}

async function problemsOf(
  checker: Project['checker'],
  server: Server,
  { location, reading, row, text }: Omit<Statement, 'texts'> & { readonly text: string },
): Promise<readonly string[]> {
  try {
    const columns = await server.columnsOf(text);
    if (reading === 'nothing' || row === undefined) return [];
    if (reading !== 'json')
      return differences({ checker, row, driver: reading }, { text, columns }).map((each) => `${location}: ${each}`);
    const isJson = columns.length === 1 && deliveredBy('pg', columns[0]?.oid ?? 0) === 'json';
    return isJson ? [] : [`${location}: answers something else than one column of JSON`];
  } catch (error) {
    return [`${location}: ${(error as Error).message}: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`];
  }
}
