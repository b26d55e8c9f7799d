/** Prints docs/command-line.md: the help of every command, as the command itself shows it. Nothing of it is written by hand. */
import type { Command } from 'commander';
import { EXIT, type Exit, MEANING } from './exit-codes.ts';
import { leaves } from './leaves.ts';
import { createProgram } from './program.ts';

const COLUMNS = 120;
const program = createProgram({ root: '', env: {}, say: () => {}, tell: () => {}, ask: null, columns: COLUMNS });

const exitCodes = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${MEANING[name as Exit]} |`);

const pages = leaves(program).map(
  ([words, command]) => `## farebox ${words}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`,
);

/** With its examples, which are no part of `helpInformation`. */
function helpOf(command: Command): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) }).outputHelp();
  return written.join('').trimEnd();
}

process.stdout.write(
  [
    '# The command line',
    '',
    'Made by `npm run generate` from the commands themselves. `npx farebox …` in the checkout, or `npm run farebox -- …`; `start`, `session`, `backup`,',
    '`restore` and `database` are scripts of npm too. `npx farebox completion bash` (zsh, fish, powershell) prints completions.',
    '',
    '| exit code | what it means |',
    '|---|---|',
    ...exitCodes,
    '',
    ...pages,
  ].join('\n'),
);
