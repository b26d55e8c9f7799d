/**
 * Prints the pages of docs/command-line/ as JSON, name → content: the help of every command as the command itself prints
 * it. Nothing on the pages is written by hand.
 */
import type { Command } from 'commander';
import { leaves } from './leaves.ts';
import { PAGES } from './pages.ts';
import { createProgram } from './program.ts';

const COLUMNS = 120;
const program = createProgram({ root: '', env: {}, say: () => {}, tell: () => {}, ask: null, columns: COLUMNS });
const commands = leaves(program);

const pages = PAGES.map(({ file, title, commands: words }) => [
  file,
  [
    `# ${title}`,
    '',
    '`npm run generate` writes this page from the commands. [The command line](../command-line.md) is the index.',
    '',
    ...words.flatMap(sectionsOf),
  ].join('\n'),
]);

function sectionsOf(word: string): string[] {
  return commands
    .filter(([path]) => path.split(' ')[0] === word)
    .map(([path, command]) => `## farebox ${path}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`);
}

/** The help with its examples, which `helpInformation` leaves out. */
function helpOf(command: Command): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) }).outputHelp();
  return written.join('').trimEnd();
}

process.stdout.write(JSON.stringify(Object.fromEntries(pages)));
