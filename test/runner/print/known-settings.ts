/** Prints packages/kernel/src/settings.ts: every TOLLGATE_ variable that any program of ours reads. */
import { settings } from './settings.ts';

const variables = (await settings()).map(({ variable }) => variable);
const ours = variables.filter((variable) => variable.startsWith('TOLLGATE_')).toSorted();

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
  ].join('\n'),
);
