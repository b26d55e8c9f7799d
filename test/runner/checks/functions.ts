/**
 * Each file of prisma/functions begins with a header: purpose, arguments, results, locks and callers. The callers in the header must be the true
 * ones. A function without callers is dead.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

const FOLDER = 'prisma/functions';
const FIELDS = ['Arguments', 'Results', 'Locks', 'Callers'] as const;
/** Files that run in production. */
const SOURCE = /^(packages|apps)\/(?!.*(\.test\.ts$|\.fixture\.ts$|\/testing\/|\/generated\/)).*\.ts$/;
/** The callers field of a function that nearly everything calls, and of a view for people's own queries. */
const EVERYWHERE = /^everywhere\b/;
const PEOPLE = /^people\b/;
const COLUMN_DEFAULTS = 'column defaults';

/** Path → text. */
export type Sources = ReadonlyMap<string, string>;

export const functionHeaders: Check = {
  name: 'headers of SQL functions',
  run: ({ root }) => {
    const read = (paths: readonly string[]): Sources =>
      new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
    const functions = read(globSync(`${FOLDER}/*/*.sql`, { cwd: root }).toSorted());
    const others = read([
      ...listFiles(root).filter((path) => SOURCE.test(path)),
      ...globSync('prisma/migrations/*/migration.sql', { cwd: root }),
    ]);
    const problems = problemsOfFunctions(functions, others);
    return Promise.resolve(problems.length === 0 ? null : problems.join('\n'));
  },
};

/** Returns one line for each problem. `others`: TypeScript files, and migrations, because column defaults call functions too. */
export function problemsOfFunctions(functions: Sources, others: Sources): string[] {
  const callersOf = callers(functions, others);
  return [...functions].flatMap(([path, text]) => {
    const header = headerOf(text);
    const missing = FIELDS.filter((field) => !header.has(field));
    if (missing.length > 0) return [`${path}: its header has no "${missing.join(':", no "')}:"`];
    const said = header.get('Callers')!;
    if (PEOPLE.test(said)) return [];
    const called = callersOf(path).toSorted();
    if (called.length === 0) return [`${path}: nothing calls it`];
    const listed = said.split(', ').toSorted();
    if (EVERYWHERE.test(said) || listed.join() === called.join()) return [];
    return [`${path}: its callers are ${called.join(', ')}`];
  });
}

/** Parses `Field: text`; further lines of a field are indented. */
function headerOf(text: string): ReadonlyMap<string, string> {
  const lines = /^(?:--.*\n)*/.exec(text)![0].replaceAll('\n--   ', ' ').split('\n');
  const fields = lines.map((line) => /^-- (?<name>[A-Z]\w+): (?<text>.+)$/.exec(line)?.groups ?? {});
  return new Map(fields.flatMap(({ name, text: value }) => (name && value ? [[name, value] as const] : [])));
}

function callers(functions: Sources, others: Sources): (path: string) => string[] {
  const code = [...functions].map(([path, text]) => [basename(path, '.sql'), text.replaceAll(/--.*/g, '')] as const);
  return (path) => {
    const name = basename(path, '.sql');
    const call = new RegExp(`\\b${name}\\(`);
    const bySql = code.filter(([each, text]) => each !== name && call.test(text)).map(([each]) => each);
    const byOthers = [...others].filter(([, text]) => call.test(text)).map(([each]) => each);
    const own = functions.get(path)!.matchAll(/^CREATE .*?TRIGGER (\w+)[^;]*? ON (\w+)/gms);
    const triggers = Array.from(own, ([, trigger, table]) => `trigger ${trigger} on ${table}`);
    const defaults = byOthers.some((each) => each.endsWith('.sql')) ? [COLUMN_DEFAULTS] : [];
    return [...triggers, ...bySql, ...defaults, ...byOthers.filter((each) => !each.endsWith('.sql'))];
  };
}
