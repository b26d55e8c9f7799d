/** Builds a package for publication in a directory: compiled code, and the manifest with its `publishConfig` applied. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../..');
const ROOT = join(PACKAGES, '..');

interface Manifest {
  readonly publishConfig: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** @param name of the folder of the package. */
export function buildPackage(folder: string, name = 'sdk'): void {
  const source = join(PACKAGES, name);
  mkdirSync(folder, { recursive: true });
  const compile = ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), compile, { stdio: 'inherit' });
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  const {
    devDependencies: _,
    generates: __,
    scripts: ___,
    ...shipped
  } = manifest as Manifest & Record<string, unknown>;
  const versions = {
    ...(manifest.dependencies && { dependencies: withVersions(source, manifest.dependencies) }),
    ...(manifest.peerDependencies && { peerDependencies: withVersions(source, manifest.peerDependencies) }),
  };
  const published = { ...shipped, ...versions, ...publishConfig };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(source, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Replaces references to the catalog and the workspace by the versions that are installed here. */
const withVersions = (source: string, names: object): Record<string, string> =>
  Object.fromEntries(
    Object.keys(names).map((name) => {
      const manifest = readFileSync(join(source, 'node_modules', name, 'package.json'), 'utf8');
      return [name, `^${(JSON.parse(manifest) as { version: string }).version}`];
    }),
  );
