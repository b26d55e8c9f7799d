/** Makes everything that is published, in one folder: `npm run packages -- <folder>`. Publishes nothing. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildCommandLine } from './command-line.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const [named] = process.argv.slice(2);
if (named === undefined) {
  console.error('usage: npm run packages -- <folder>');
  process.exit(2);
}
const folder = resolve(process.env['INIT_CWD'] ?? '.', named);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty: name a new folder, so that no older package is published by mistake`);
  process.exit(2);
}

/** Each npm package: builds it in a folder that does not exist yet. */
const PACKAGES: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  sdk: async (at) =>
    void execFileSync(process.execPath, [join(ROOT, 'packages/sdk/src/generate/pack.ts'), at], { stdio: 'pipe' }),
  'command-line': (at) => buildCommandLine(ROOT, at),
};

mkdirSync(folder, { recursive: true });
const drafts = mkdtempSync(join(tmpdir(), 'farebox-pack-'));
try {
  for (const [name, build] of Object.entries(PACKAGES)) {
    const draft = join(drafts, name);
    await build(draft);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: draft, stdio: 'pipe' });
  }
} finally {
  rmSync(drafts, { recursive: true, force: true });
}
for (const name of readdirSync(folder).toSorted()) console.log(join(folder, name));
console.error('Try one: npm install <file>. Publish it: npm publish --access public <file>');
