/** Checks the pages that readers rely on: the unchanged specification, and a README in every workspace. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

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
  return workspaces.flatMap((workspace) =>
    existsSync(join(root, workspace, 'README.md')) ? [] : [`${workspace} has no README.md`],
  );
}
