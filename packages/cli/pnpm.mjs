/**
 * Installs the pnpm version that package.json pins by hash, for the bootstrap and the Dockerfile. npm refuses any other
 * bytes, even if the registry vouches for them. A pnpm whose hash was not compared is never run and never left behind.
 * It is plain JavaScript because nothing is installed yet. `node packages/cli/pnpm.mjs FOLDER` creates
 * FOLDER/node_modules/.bin/pnpm.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PINNED = /^pnpm@(?<version>\d+\.\d+\.\d+)\+sha512\.(?<hex>[0-9a-f]{128})$/;
const NPM_ARGS = ['ci', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--prefer-offline'];

/**
 * Empties `folder`, prepares it, and returns the npm arguments. `npm <args>` either exits with 0 or leaves nothing that
 * can run.
 */
export function prepareForNpm(folder) {
  const packages = pinnedPackages();
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const locked = packages.map(({ name, ...entry }) => [`node_modules/${name}`, entry]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  write('package.json', { private: true, dependencies });
  write('package-lock.json', {
    lockfileVersion: 3,
    requires: true,
    packages: { '': { dependencies }, ...Object.fromEntries(locked) },
  });
  return [...NPM_ARGS, '--prefix', folder];

  function write(file, value) {
    writeFileSync(join(folder, file), JSON.stringify(value));
  }
}

/**
 * pnpm consists of two packages: `pnpm`, and a program for each platform. Both are pinned, because `pnpm` would
 * otherwise fetch the program itself.
 */
function pinnedPackages() {
  const { packageManager, packageManagerPrograms } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { version, hex } = PINNED.exec(packageManager)?.groups ?? {};
  if (hex === undefined) throw new Error('package.json: "packageManager" is not pnpm@<version>+sha512.<hash in hex>');
  const program = `@pnpm/exe.${process.platform}-${process.arch}`;
  const integrity = packageManagerPrograms?.[program];
  if (integrity === undefined)
    throw new Error(`package.json has no hash of ${program}, pnpm's program for this machine`);
  const wrapper = `sha512-${Buffer.from(hex, 'hex').toString('base64')}`;
  return [
    { name: 'pnpm', version, integrity: wrapper, hasInstallScript: true, bin: { pnpm: 'pnpm' } },
    { name: program, version, integrity },
  ];
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node packages/cli/pnpm.mjs <folder>');
  const { status } = spawnSync('npm', prepareForNpm(folder), { stdio: 'inherit' });
  if (status !== 0) rmSync(folder, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}
