/** Checks pages that a reader relies on: the specification is as it was given, and every workspace has a README. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

const LINES_MAX = 40;
/** Folder of the original specification; only some machines have it. */
const ORIGINALS = '../shared/spec';
const COPIES = ['contract.md', 'tool-execution-api.md'];

export const pages: Check = {
  name: 'pages',
  run: ({ root }) => {
    const wrong = [...copyProblems(root), ...doorProblems(root)];
    return Promise.resolve(wrong.length === 0 ? null : wrong.join('\n'));
  },
};

/** Comments and tests cite the specification by section: a copy that differs makes them wrong. */
function copyProblems(root: string): string[] {
  return COPIES.flatMap((name) => {
    const [original, copy] = [join(root, ORIGINALS, name), join(root, 'docs/spec', name)];
    if (!existsSync(copy)) return [`docs/spec/${name} is missing`];
    if (!existsSync(original) || readFileSync(original, 'utf8') === readFileSync(copy, 'utf8')) return [];
    return [`docs/spec/${name} is not ${ORIGINALS}/${name}: copy it, and see what the change asks for`];
  });
}

function doorProblems(root: string): string[] {
  const workspaces = listFiles(root)
    .filter((path) => /^(apps|packages|test)\/[^/]+\/package\.json$/.test(path))
    .map((path) => dirname(path));
  return workspaces.flatMap((workspace) => {
    const path = join(root, workspace, 'README.md');
    if (!existsSync(path)) return [`${workspace} has no README.md`];
    const lines = writtenLines(readFileSync(path, 'utf8'));
    return lines <= LINES_MAX ? [] : [`${workspace}/README.md has ${lines} lines, at most ${LINES_MAX}`];
  });
}

/** Without what is generated. */
export const writtenLines = (text: string): number =>
  text
    .replaceAll(/^<!-- (\w+):begin[^]*?<!-- \1:end -->$/gm, '')
    .trimEnd()
    .split('\n').length;
