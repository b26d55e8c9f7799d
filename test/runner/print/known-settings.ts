/** Prints packages/kernel/src/settings.ts: every TOLLGATE_ variable that any program of ours reads, and which reads which. */
import { settings } from './settings.ts';

const LINE_MAX = 120;
const all = await settings();
const variables = all.map(({ variable }) => variable);
const programs = [...new Set(all.flatMap(({ apps }) => apps))].toSorted();
const readBy = (program: string): readonly string[] =>
  all
    .filter(({ apps }) => apps.includes(program))
    .map(({ variable }) => variable)
    .toSorted();
const ours = variables.filter((variable) => variable.startsWith('TOLLGATE_')).toSorted();

/** As the formatter has it: on one line where it fits. */
function listed(name: string, items: readonly string[]): string[] {
  const line = `  ${name}: [${items.map((item) => `'${item}'`).join(', ')}],`;
  return line.length <= LINE_MAX ? [line] : [`  ${name}: [`, ...items.map((item) => `    '${item}',`), '  ],'];
}

process.stdout.write(
  [
    '/**',
    ' * Made by `npm run generate` from the field tables in config.ts of each app. One environment is commonly shared by all',
    " * apps of a deployment, so each accepts the others' settings and refuses only what nobody reads.",
    ' */',
    'export const KNOWN_SETTINGS = [',
    ...ours.map((variable) => `  '${variable}',`),
    '] as const;',
    '',
    '/** What each program reads. Whoever starts one gives it these of ours and no others: nobody steals what it does not know. */',
    'export const SETTINGS_OF = {',
    ...programs.flatMap((program) => listed(/^[a-z]+$/.test(program) ? program : `'${program}'`, readBy(program))),
    '} as const satisfies Readonly<Record<string, readonly string[]>>;',
    '',
  ].join('\n'),
);
