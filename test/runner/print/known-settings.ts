/** Prints packages/kernel/src/settings.ts: every environment variable that a program of ours reads, with those programs. */
import { settings } from './settings.ts';

const readers = new Map<string, Set<string>>();
for (const { variable, apps } of await settings()) {
  const known = readers.get(variable) ?? new Set();
  readers.set(variable, new Set([...known, ...apps]));
}
const sorted = [...readers].toSorted(([a], [b]) => (a < b ? -1 : 1));
const programs = [...new Set(sorted.flatMap(([, apps]) => [...apps]))].toSorted();
const listOf = (items: Iterable<string>): string => `[${[...items].map((item) => `'${item}'`).join(', ')}]`;

process.stdout.write(
  [
    '/**',
    ' * Made by `npm run generate` from the field tables in config.ts of each app. One environment is commonly shared by all',
    " * apps of a deployment, so each accepts the others' settings and refuses only what nobody reads.",
    ' */',
    `type Program = ${programs.map((program) => `'${program}'`).join(' | ')};`,
    '',
    'const READERS: Readonly<Record<string, readonly Program[]>> = {',
    ...sorted.map(([variable, apps]) => `  ${variable}: ${listOf([...apps].toSorted())},`),
    '};',
    '',
    "export const KNOWN_SETTINGS: readonly string[] = Object.keys(READERS).filter((name) => name.startsWith('FAREBOX_'));",
    '',
    'const readBy = (program: Program): readonly string[] =>',
    '  Object.keys(READERS).filter((name) => READERS[name]?.includes(program));',
    '',
    '/** What each program reads. Whoever starts one gives it these of ours and no others: nobody steals what it does not know. */',
    'export const SETTINGS_OF = {',
    ...programs.map((program) => `  ${/^[a-z]+$/.test(program) ? program : `'${program}'`}: readBy('${program}'),`),
    '} as const;',
    '',
  ].join('\n'),
);
