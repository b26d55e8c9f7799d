/** Prints, for test/runner/mutants/README.md, every threat with its defences and the tests that miss each one of them. */
import { mutants } from '../mutants/list/index.ts';

const rows = mutants
  .toSorted((a, b) => (a.threat < b.threat ? -1 : 1))
  .map(({ threat, name, file, tests }) => `| ${threat} | ${name} | \`${file}\` | ${tests.map(nameOf).join(', ')} |`);

function nameOf(path: string): string {
  return `\`${path.split('/').slice(-2).join('/')}\``;
}

process.stdout.write(
  ['| threat or promise | without its defence | in | noticed by |', '|---|---|---|---|', ...rows, ''].join('\n'),
);
