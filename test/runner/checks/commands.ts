/** What the pages tell a newcomer to type exists, and needs nothing but Node and npm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

/** Decision records tell history; what they name need not exist any more. */
const PAGES = /^(?!docs\/decisions\/).*(\.md|help\.txt)$/;

export const documentedCommands: Check = {
  name: 'documented commands',
  run: ({ root }) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const pages = listFiles(root).filter((path) => PAGES.test(path));
    const wrong = [
      ...scriptProblems(scripts),
      ...pages.flatMap((path) => problemsOf(path, readFileSync(join(root, path), 'utf8'), scripts)),
    ];
    return Promise.resolve(wrong.length === 0 ? null : wrong.join('\n'));
  },
};

/** On a fresh machine nothing else can run: no pnpm, no dependencies, no Node that reads TypeScript. */
function scriptProblems(scripts: Readonly<Record<string, string>>): string[] {
  return Object.entries(scripts)
    .filter(([, command]) => !command.startsWith('node packages/cli/bootstrap.mjs '))
    .map(([name]) => `package.json: the script "${name}" does not begin with the bootstrap`);
}

export function problemsOf(path: string, text: string, scripts: Readonly<Record<string, string>>): string[] {
  return text.split('\n').flatMap((line, index) => {
    const where = `${path}:${index + 1}`;
    const named = [...line.matchAll(/\bnpm run (?:--silent )?([a-z-]+)/g)].map(([, name]) => name!);
    return [
      ...named.filter((name) => !(name in scripts)).map((name) => `${where}: there is no script "${name}"`),
      ...(/(^|[`$]\s*)pnpm /.test(line) ? [`${where}: a reader has no pnpm: name a script of package.json`] : []),
    ];
  });
}
