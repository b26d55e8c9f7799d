/** Prints docs/command-line.md: the exit codes, and an index of the pages with all commands. Nothing is written by hand. */
import { EXIT, type Exit, MEANING } from './exit-codes.ts';
import { leaves } from './leaves.ts';
import { PAGES } from './pages.ts';
import { createProgram } from './program.ts';

const COLUMNS = 120;
const program = createProgram({ root: '', env: {}, say: () => {}, tell: () => {}, ask: null, columns: COLUMNS });
const paths = leaves(program).map(([path]) => path);

const exitCodes = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${MEANING[name as Exit]} |`);

const anchorOf = (path: string): string => `farebox-${path.replaceAll(' ', '-')}`;

const sections = PAGES.flatMap(({ file, title, commands }) => [
  `### [${title}](command-line/${file})`,
  '',
  ...commands.flatMap((word) =>
    paths
      .filter((path) => path.split(' ')[0] === word)
      .map((path) => `- [\`farebox ${path}\`](command-line/${file}#${anchorOf(path)})`),
  ),
  '',
]);

process.stdout.write(
  [
    '# The command line',
    '',
    '`npm run generate` writes this page and its parts from the commands. In the checkout, `farebox` is',
    '`npm run --silent farebox --`; `start`, `session`, `backup`, `restore` and `database` are npm scripts too. The',
    'installed package has the commands that call a running system: `npm run packages -- packed` makes it, and',
    '`npm install --global packed/farebox-[0-9]*.tgz` installs it.',
    '',
    '`farebox completion bash` (zsh, fish, powershell) prints completions.',
    '',
    '## Exit codes',
    '',
    '| exit code | meaning |',
    '|---|---|',
    ...exitCodes,
    '',
    '## Commands',
    '',
    ...sections,
  ].join('\n'),
);
