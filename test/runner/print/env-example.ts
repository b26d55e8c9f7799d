/** Prints .env.example: every setting with its default; first the settings without one, which must be filled in. */
import { type Setting, settings } from './settings.ts';

const line = ({ variable, description, defaultText, secret }: Setting): string => {
  const value = defaultText === undefined ? `${variable}=` : `# ${variable}=${defaultText}`;
  return `# ${description}${secret ? ' (secret)' : ''}\n${value}\n`;
};

const all = await settings();
const [needed, optional] = [
  all.filter((each) => each.defaultText === undefined),
  all.filter((each) => each.defaultText !== undefined),
];

process.stdout.write(
  [
    '# Made by `npm run generate` from the field tables in config.ts of each app.\n',
    '# Must be set.\n',
    ...needed.map(line),
    '# Have a default, which is the value shown.\n',
    ...optional.map(line),
  ].join('\n'),
);
