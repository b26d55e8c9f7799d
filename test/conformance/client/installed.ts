/** The npm packages as a user has them: made by the project's one command, and installed by plain npm in an empty folder. */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printed } from './shell.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PACK = join(ROOT, 'packages/bundle/src/publish/main.ts');

/** Returns the folder, which the caller removes. It has `node_modules`, `package.json` and `packed`, and nothing else of this repository. */
export async function installed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-installed-'));
  const packed = join(folder, 'packed');
  await printed([process.execPath, PACK, packed, 'sdk', 'command-line'], ROOT);
  const tarballs = readdirSync(packed)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(packed, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await install(folder, ...tarballs);
  return folder;
}

export const install = (folder: string, ...packages: readonly string[]): Promise<string> =>
  printed(['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...packages], folder);
