/** Prints docs/configuration.md: one entry for each setting, grouped by the programs that read it. */
import { type Setting, settings } from './settings.ts';

const COLUMNS = 120;
const APPS = ['gateway', 'keeper', 'worker-av', 'worker-image', 'worker-provider'];

const titleOf = (programs: string): string =>
  programs === APPS.join(', ') ? 'Read by every app' : `Read by ${programs.replace(/, (?=[^,]+$)/, ' and ')}`;

const shown = (value: string | undefined): string => {
  if (value === undefined) return '**required**';
  return value === '' ? 'default: empty' : `default: \`${value}\``;
};

const entry = ({ variable, description, defaultText, secret }: Setting): string =>
  wrapped(`- \`${variable}\` (${shown(defaultText)}${secret ? ', secret' : ''}): ${description}`);

/** Continues a list item below its text. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : `  ${word}`);
  }
  return lines.join('\n');
}

const groups = Object.entries(Object.groupBy(await settings(), ({ apps }) => apps.join(', ')));

process.stdout.write(
  [
    '# Configuration',
    '',
    '`npm run generate` writes this page from the field tables in `config.ts` of each app.',
    '',
    '- An app reads its settings once when it starts. It reports all problems together before it binds a port.',
    '- It refuses a variable that begins with `FAREBOX_` and that no program knows.',
    '- Logs and error messages show secrets redacted.',
    '- The embedded mode (`npm start`) needs no settings.',
    '',
    ...groups.flatMap(([programs, own]) => [`## ${titleOf(programs)}`, '', ...(own ?? []).map(entry), '']),
  ].join('\n'),
);
