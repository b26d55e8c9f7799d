/** Prints docs/configuration.md: one row for each setting. */
import { type Setting, settings } from './settings.ts';

const shown = (value: string | undefined): string => {
  if (value === undefined) return '**must be set**';
  return value === '' ? '(empty)' : `\`${value}\``;
};

const row = ({ variable, description, defaultText, secret, apps }: Setting): string =>
  `| \`${variable}\` | ${shown(defaultText)} | ${description}${secret ? ' Secret.' : ''} | ${apps.join(', ')} |`;

process.stdout.write(
  [
    '# Configuration',
    '',
    'Made by `npm run generate` from the field tables in `config.ts` of each app. Every app reads its settings once, reports all',
    'problems together before it binds a port, and refuses a `FAREBOX_` variable that no app knows. Secrets print redacted.',
    'In the embedded mode (`npm start`) everything is set for you.',
    '',
    '| variable | default | meaning | read by |',
    '|---|---|---|---|',
    ...(await settings()).map(row),
    '',
  ].join('\n'),
);
