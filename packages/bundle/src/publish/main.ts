/**
 * Makes everything that is published, in one folder: `npm run packages -- <folder>`, or only some of it by name:
 * `npm run packages -- <folder> sdk python`. Publishes nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildCommandLine } from './command-line.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

interface Places {
  /** Does not exist yet. */
  readonly draft: string;
  /** Gets the tarballs and wheels. */
  readonly folder: string;
}

const run = (program: string, args: readonly string[], cwd = ROOT): void =>
  void execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

const packNpm = ({ draft, folder }: Places): void =>
  run('npm', ['pack', '--silent', '--pack-destination', folder], draft);

const packTypeScript =
  (name: string) =>
  (places: Places): void => {
    run(process.execPath, [join(ROOT, 'packages/sdk/src/generate/pack.ts'), places.draft, name]);
    packNpm(places);
  };

/** A wheel and a source distribution. Needs python3 with venv, and PyPI for the build tools. */
const packPython =
  (name: string) =>
  ({ draft, folder }: Places): void => {
    run('python3', ['-m', 'venv', draft]);
    const python = join(draft, 'bin/python');
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'build']);
    run(python, ['-m', 'build', '--outdir', folder, join(ROOT, 'packages', name)]);
  };

const MAKERS: Readonly<Record<string, (places: Places) => Promise<void> | void>> = {
  sdk: packTypeScript('sdk'),
  'runner-protocol': packTypeScript('runner-protocol'),
  runner: packTypeScript('runner'),
  async 'command-line'(places) {
    await buildCommandLine(ROOT, places.draft);
    packNpm(places);
  },
  python: packPython('python'),
  'runner-python': packPython('runner-python'),
};

const [named, ...wanted] = process.argv.slice(2);
const names = wanted.length === 0 ? Object.keys(MAKERS) : wanted;
const unknown = names.filter((name) => !(name in MAKERS));
if (named === undefined || unknown.length > 0) {
  console.error(`usage: npm run packages -- <folder> [${Object.keys(MAKERS).join('] [')}]`);
  process.exit(2);
}
const folder = resolve(process.env['INIT_CWD'] ?? '.', named);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty: name a new folder, so that no older package is published by mistake`);
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
const drafts = mkdtempSync(join(tmpdir(), 'farebox-packages-'));
try {
  for (const name of names) await MAKERS[name]?.({ draft: join(drafts, name), folder });
} finally {
  rmSync(drafts, { recursive: true, force: true });
}
for (const file of readdirSync(folder).toSorted()) console.log(join(folder, file));
console.error(
  'Try one by npm install or pip install <file>. To publish: npm publish --access public <file>, twine upload <file>',
);
