/** The SDK as a user has it: packed by the project's command, and installed by plain npm in an empty folder. */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printed } from './shell.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Returns the folder, which the caller removes. It has `node_modules` and a `package.json`, and nothing else of this repository. */
export async function installedSdk(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-installed-'));
  const built = join(folder, 'built');
  await printed([process.execPath, join(ROOT, 'packages/sdk/src/generate/pack.ts'), built], ROOT);
  await printed(['npm', 'pack', '--silent', '--ignore-scripts'], built);
  const [tarball = ''] = readdirSync(built).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await printed(['npm', 'install', '--silent', '--no-audit', '--no-fund', join(built, tarball)], folder);
  return folder;
}
