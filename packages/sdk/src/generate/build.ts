/** Builds the package for publication in a directory: compiled code, and the manifest with its `publishConfig` applied. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '../..');
const ROOT = join(PACKAGE, '../..');

interface Manifest {
  readonly publishConfig: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function buildPackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const compile = ['-p', join(PACKAGE, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), compile, { stdio: 'inherit' });
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Manifest;
  const {
    devDependencies: _,
    generates: __,
    scripts: ___,
    ...shipped
  } = manifest as Manifest & Record<string, unknown>;
  const dependencies = withVersions(manifest.dependencies);
  const peerDependencies = withVersions(manifest.peerDependencies);
  const published = { ...shipped, dependencies, peerDependencies, ...publishConfig };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(PACKAGE, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Replaces catalog references by the versions that are installed here. */
const withVersions = (names: object): Record<string, string> =>
  Object.fromEntries(
    Object.keys(names).map((name) => {
      const manifest = readFileSync(join(PACKAGE, 'node_modules', name, 'package.json'), 'utf8');
      return [name, `^${(JSON.parse(manifest) as { version: string }).version}`];
    }),
  );
