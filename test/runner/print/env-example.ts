/** Prints .env.example: every setting with its default; first the settings without one, which must be filled in. */
import { type Setting, settings } from './settings.ts';

const WIDTH = 118;

/** The words of a description as comment lines. */
function comment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length > WIDTH) lines.push(` ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => `#${line}\n`).join('');
}

const entry = ({ variable, description, defaultText, secret }: Setting): string => {
  const value = defaultText === undefined ? `${variable}=` : `# ${variable}=${defaultText}`;
  return `${comment(`${description}${secret ? ' (secret)' : ''}`)}${value}\n`;
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
    ...needed.map(entry),
    '# Have a default, which is the value shown.\n',
    ...optional.map(entry),
  ].join('\n'),
);
