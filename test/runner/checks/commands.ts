/** Every command in the pages exists, and needs only Node and npm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

/** Decision records are history: the commands that they name need not exist any more. */
const PAGES = /^(?!docs\/decisions\/).*(\.md|help\.txt)$/;
/** Comments and messages also name commands to type. */
const CODE = /^(packages|apps|test)\/(?!canary\/|runner\/checks\/commands).*\.(ts|mjs)$/;
/** Scripts that run without the bootstrap: it runs the first itself, with its own Node. */
const OWN_SCRIPTS: readonly string[] = [
  'packages/db/package.json: generate',
  // npm runs these before `npm pack`, which they refuse.
  'package.json: prepack',
  'packages/sdk/package.json: prepack',
  'packages/runner/package.json: prepack',
  'packages/runner-protocol/package.json: prepack',
];
/** Examples are projects of their own, which readers start by npm. */
const MANIFEST = /^(?!test\/canary\/|examples\/).*package\.json$/;
const BOOTSTRAP = 'node packages/cli/bootstrap.mjs ';
/** An old Node fails on the file extension, before any line of ours could explain the problem. */
const TYPESCRIPT_BY_HAND = /(?<!npm run (?:--silent |-s )?)\bnode (?:-\S+ )*[\w./<>*-]+\.ts\b/;
const PNPM = /(^|[`$]\s*|\b[A-Z_]+=\S* )pnpm /;

export const documentedCommands: Check = {
  name: 'documented commands',
  run: ({ root }) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    const files = listFiles(root);
    const wrong = [
      ...files.filter((path) => MANIFEST.test(path)).flatMap((path) => scriptProblems(path, read(path))),
      ...files.filter((path) => PAGES.test(path)).flatMap((path) => problemsOf(path, read(path), scripts)),
      ...files.filter((path) => CODE.test(path)).flatMap((path) => problemsOfCode(path, read(path))),
    ];
    return Promise.resolve(wrong.length === 0 ? null : wrong.join('\n'));
  },
};

/** A fresh machine can run nothing else: it has no pnpm, no dependencies, and no Node that reads TypeScript. */
export function scriptProblems(path: string, manifest: string): string[] {
  const { scripts = {} } = JSON.parse(manifest) as { scripts?: Readonly<Record<string, string>> };
  return Object.entries(scripts)
    .filter(([name, command]) => !command.startsWith(BOOTSTRAP) && !OWN_SCRIPTS.includes(`${path}: ${name}`))
    .map(([name]) => `${path}: the script "${name}" does not begin with the bootstrap`);
}

export function problemsOf(path: string, text: string, scripts: Readonly<Record<string, string>>): string[] {
  return text.split('\n').flatMap((line, index) => {
    const where = `${path}:${index + 1}`;
    const named = [...line.matchAll(/\bnpm run (?:--silent |-s )?([a-z]+(?:[:-][a-z]+)*)/g)].map(([, name]) => name!);
    return [
      ...named.filter((name) => !(name in scripts)).map((name) => `${where}: there is no script "${name}"`),
      ...(PNPM.test(line) ? [`${where}: a reader has no pnpm: name a script of package.json`] : []),
      ...byHand(where, line),
    ];
  });
}

/** Reads the opening comment of a program, and its messages. */
export function problemsOfCode(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const where = `${path}:${index + 1}`;
    return /\bpnpm exec\b/.test(line)
      ? [`${where}: a reader has no pnpm: name a script of package.json`]
      : byHand(where, line);
  });
}

const byHand = (where: string, line: string): string[] =>
  TYPESCRIPT_BY_HAND.test(line) ? [`${where}: a reader may have Node 20: say \`npm run node -- <file>\``] : [];
