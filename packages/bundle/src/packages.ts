/** The packages whose code is in the bundles or beside them. Their licences and the SBOM are made from this list. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

export interface Package {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license?: string;
  /** Versions of the native libraries that the package was linked with, by name. */
  readonly libraries?: Readonly<Record<string, string>>;
}

/** packages.json of an image. */
export interface Contents {
  /** The version of Farebox. */
  readonly version: string;
  readonly packages: readonly Package[];
}

const IN_PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^(licen[cs]e|notice|copying|third-party-notices)/i;

/** Folders of the packages that esbuild read. */
export const bundledFolders = ({ inputs }: Metafile, root: string): string[] => [
  ...new Set(
    Object.keys(inputs)
      .flatMap((path) => IN_PACKAGE.exec(path)?.[0] ?? [])
      .map((path) => join(root, path)),
  ),
];

/** @param folders folders of packages; two may hold the same version of one package. */
export function contentsOf(root: string, folders: readonly string[]): Contents {
  const found = new Map(folders.map(readPackage).map((each) => [`${each.name} ${each.version}`, each]));
  const packages = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  return { version: json<Package>(root, 'package.json').version, packages };
}

function readPackage(folder: string): Package {
  const { name, version, license } = json<Package>(folder, 'package.json');
  const libraries = existsSync(join(folder, 'versions.json'))
    ? { libraries: json<Record<string, string>>(folder, 'versions.json') }
    : {};
  return { name, version, ...(license === undefined ? {} : { license }), ...libraries };
}

/** The texts that must be distributed with the code. */
export function licencesAt(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = readPackage(folder);
    const files = readdirSync(folder).filter((file) => LICENCE.test(file) && !file.endsWith('.js'));
    const said = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version}: ${license ?? 'see below'}`, ...said].join('\n\n');
  });
  return [...new Set(texts)].toSorted().join('\n\n');
}

const json = <T>(folder: string, file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
