/**
 * Copies packages that cannot be bundled beside the bundles, with all their dependencies: flat, as npm does, so that
 * native code finds its libraries. Two versions of one package would collide, and are an error.
 */
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  readlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * @param from the workspace that depends on it. Optional packages that are not installed are skipped.
 * @returns the folders of the packages that were copied
 */
export function carry(wanted: string, { from, to }: { readonly from: string; readonly to: string }): string[] {
  const versions = new Map<string, string>();
  const folders: string[] = [];
  const add = (name: string, asker: string, isNeeded: boolean): void => {
    const folder = packageFolder(name, asker);
    if (folder === null && !isNeeded) return;
    if (folder === null) throw new Error(`${name} is not installed for ${asker}`);
    const { version, dependencies = {}, optionalDependencies = {} } = readManifest(folder);
    const known = versions.get(name);
    if (known === version) return;
    if (known !== undefined) throw new Error(`${name} would have the versions ${known} and ${version} at once`);
    versions.set(name, version);
    folders.push(folder);
    linkTree(folder, join(to, 'node_modules', name));
    for (const each of Object.keys(dependencies)) add(each, folder, !(each in optionalDependencies));
    for (const each of Object.keys(optionalDependencies)) add(each, folder, false);
  };
  add(wanted, from, true);
  return folders;
}

function packageFolder(name: string, asker: string): string | null {
  const paths = createRequire(join(realpathSync(asker), 'package.json')).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  return found === undefined ? null : realpathSync(found);
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Hard links cost no space; on a file system without them, files are copied. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') linkTree(source, target);
    } else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}

/** Copies a file or a folder of the project, because the original may change. */
export function copyAsset(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, { recursive: true });
}
