/** Prints for test/runner/mutants/README.md every threat with its defences and the tests that fail without each of them. */
import { mutants } from '../mutants/list/index.ts';
import { THREATS } from '../mutants/threats.ts';

const threats = Object.entries(THREATS).map(([threat, defence]) => {
  const own = mutants.filter((mutant) => mutant.threat === threat).length;
  return `| ${threat} | ${defence} | ${own} |`;
});

const rows = mutants
  .toSorted((a, b) => (a.threat < b.threat ? -1 : 1))
  .map(({ threat, name, file, tests }) => `| ${threat} | ${name} | \`${file}\` | ${tests.map(nameOf).join(', ')} |`);

function nameOf(path: string): string {
  return `\`${path.split('/').slice(-2).join('/')}\``;
}

process.stdout.write(
  [
    '| threat | defence | mutants |',
    '|---|---|---|',
    ...threats,
    '',
    '| threat or promise | without its defence | in | noticed by |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
);
